import type { Ref } from "react";

/** One ref that tells several of an element: a component's own and its parent's. */
export function joinRefs<T>(...refs: (Ref<T> | undefined)[]) {
  return (element: T | null) => {
    for (const ref of refs) {
      if (typeof ref === "function") ref(element);
      else if (ref) ref.current = element;
    }
  };
}
