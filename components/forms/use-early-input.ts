import { type ChangeEvent, type RefCallback, useCallback, useEffect, useRef } from "react";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type State = { name: "value"; was: string } | { name: "checked"; was: boolean };

/** What somebody did to a control that the server rendered; null where it is as it was rendered. */
function changedState(control: Control): State | null {
  if (control instanceof HTMLSelectElement) {
    const rendered = [...control.options].find(({ defaultSelected }) => defaultSelected);
    return rendered && rendered.value !== control.value
      ? { name: "value", was: control.value }
      : null;
  }
  if (control.type === "checkbox" || control.type === "radio") {
    const { checked, defaultChecked } = control as HTMLInputElement;
    // Of a radio group the one that was chosen speaks for the others.
    const isNews = checked !== defaultChecked && (checked || control.type === "checkbox");
    return isNews ? { name: "checked", was: checked } : null;
  }
  const { value, defaultValue } = control;
  return value === defaultValue ? null : { name: "value", was: value };
}

/**
 * Takes over what was typed or chosen before the page was hydrated: React would put its own first value back at the
 * next render. It reaches `onChange` as if it were typed now, once everything on the page listens.
 * @returns the control's ref, to be called before the refs of others, which may write into it
 */
export function useEarlyInput<C extends Control>(
  onChange: ((event: ChangeEvent<C>) => void) | undefined,
): RefCallback<C> {
  const isMounted = useRef(false);
  const found = useRef<{ control: C; state: State } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was there before the scripts
  useEffect(() => {
    isMounted.current = true;
    if (!found.current) return;
    const { control, state } = found.current;
    found.current = null;
    // Written into meanwhile, by a form's own first values. Writing the same would move the cursor.
    if (Reflect.get(control, state.name) !== state.was) {
      Reflect.set(control, state.name, state.was);
    }
    onChange?.({ type: "change", target: control, currentTarget: control } as ChangeEvent<C>);
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return useCallback((control) => {
    if (!control || isMounted.current) return;
    const state = changedState(control);
    if (!state) return;
    found.current = { control, state };
    const forget = () => {
      found.current = null;
    };
    // What is typed from here on is heard, and newer.
    control.addEventListener("input", forget, { once: true });
  }, []);
}
