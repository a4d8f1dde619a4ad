import { useEffect, useRef } from "react";

/**
 * Gives the focus to what takes the place of what was pressed, such as a form that a button opens in its own place: it
 * would else be lost with the button.
 * @param isSwapped which of the two is there
 * @param selector of what takes the focus, in either
 * @returns for the element around both, and what each press that swaps calls
 */
export function useSwapFocus<E extends HTMLElement>(isSwapped: boolean, selector: string) {
  const element = useRef<E>(null);
  const known = useRef(isSwapped);
  const isPressed = useRef(false);
  useEffect(() => {
    if (known.current === isSwapped) return;
    known.current = isSwapped;
    if (isPressed.current) element.current?.querySelector<HTMLElement>(selector)?.focus();
    isPressed.current = false;
  }, [isSwapped, selector]);
  const press = () => {
    isPressed.current = true;
  };
  return { element, press };
}
