"use client";

import { clsx } from "clsx";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";

export interface ListboxState<T> {
  listId: string;
  items: readonly T[];
  active: number;
  setActive: (index: number) => void;
  optionId: (index: number) => string;
  choose: (item: T) => void;
  /** For the text field that the list belongs to; the focus stays in it. */
  controlProps: {
    "aria-autocomplete": "list";
    "aria-controls": string | undefined;
    "aria-activedescendant": string | undefined;
    onFocus: () => void;
    onBlur: () => void;
  };
  /** Takes the keys that are for the list. Returns whether it took this one. */
  onKeyDown: (event: KeyboardEvent) => boolean;
}

const NONE: readonly never[] = [];

/**
 * A list of choices under a text field: arrows move, Enter chooses, Escape closes; it is open only while the field has the focus.
 * @param all what can be chosen; none of them means that the list is closed
 */
export function useListbox<T>(
  all: readonly T[],
  { onChoose, onClose }: { onChoose: (item: T) => void; onClose: () => void },
): ListboxState<T> {
  const listId = useId();
  const [moved, setActive] = useState(0);
  const [focused, setFocused] = useState(true);
  const items = focused ? all : NONE;
  const active = Math.min(moved, Math.max(0, items.length - 1));
  const isOpen = items.length > 0;
  const optionId = (index: number) => `${listId}-${index}`;
  const choose = (item: T) => {
    setActive(0);
    onChoose(item);
  };
  const move = (by: number) => setActive((active + by + items.length) % items.length);
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const item = items[active];
    if (!isOpen || item === undefined || event.nativeEvent.isComposing) return false;
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter" && !event.shiftKey) choose(item);
    else if (event.key === "Escape") onClose();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    listId,
    items,
    active,
    setActive,
    optionId,
    choose,
    controlProps: {
      "aria-autocomplete": "list",
      "aria-controls": isOpen ? listId : undefined,
      "aria-activedescendant": isOpen ? optionId(active) : undefined,
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
    onKeyDown,
  };
}

export interface ListboxProps<T> {
  state: ListboxState<T>;
  label: string;
  itemKey: (item: T) => string;
  children: (item: T) => ReactNode;
  className?: string;
}

/** The choices of `useListbox`; renders nothing while there are none. */
export function Listbox<T>({ state, label, itemKey, children, className }: ListboxProps<T>) {
  if (state.items.length === 0) return null;
  return (
    <div
      id={state.listId}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      className={clsx(
        "max-h-64 overflow-y-auto rounded-field border border-line bg-surface py-1 shadow-popup",
        className,
      )}
    >
      {state.items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the text field, which keeps the focus
        <div
          key={itemKey(item)}
          id={state.optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === state.active}
          className={clsx(
            "flex min-h-target cursor-pointer items-center px-3 py-1.5",
            index === state.active && "bg-gold-soft",
          )}
          // The field would lose the focus.
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => state.setActive(index)}
          onClick={() => state.choose(item)}
        >
          {children(item)}
        </div>
      ))}
    </div>
  );
}
