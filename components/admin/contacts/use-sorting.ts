"use client";

import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";

type Drag = { id: string; target: number };

/** `ids` with one of them at another place. */
export function movedTo(ids: readonly string[], id: string, target: number): string[] {
  const others = ids.filter((each) => each !== id);
  return [...others.slice(0, target), id, ...others.slice(target)];
}

/**
 * Sorting of a vertical list by a handle in each row: dragged with any pointer, or moved with the
 * arrow keys, Home and End. Escape gives up a drag.
 */
export function useSorting(ids: readonly string[], onMove: (id: string, target: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const latest = useRef(onMove);
  useEffect(() => {
    latest.current = onMove;
  });
  const draggedId = drag?.id ?? null;

  useEffect(() => {
    if (draggedId === null) return;
    const targetAt = (y: number) => {
      const others = [...(list.current?.children ?? [])].filter(
        (row) => (row as HTMLElement).dataset.id !== draggedId,
      );
      const above = others.filter((row) => {
        const { top, height } = row.getBoundingClientRect();
        return top + height / 2 < y;
      });
      return above.length;
    };
    const move = (event: globalThis.PointerEvent) => {
      setDrag({ id: draggedId, target: targetAt(event.clientY) });
    };
    // By where it is let go: the last move before it need not have been rendered.
    const drop = (event: globalThis.PointerEvent) => {
      setDrag(null);
      latest.current(draggedId, targetAt(event.clientY));
    };
    const giveUp = () => setDrag(null);
    const giveUpByKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === "Escape") giveUp();
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", drop);
    window.addEventListener("pointercancel", giveUp);
    window.addEventListener("keydown", giveUpByKey);
    return () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", drop);
      window.removeEventListener("pointercancel", giveUp);
      window.removeEventListener("keydown", giveUpByKey);
    };
  }, [draggedId]);

  const handleProps = (id: string) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button === 0) setDrag({ id, target: ids.indexOf(id) });
    },
    onKeyDown: (event: KeyboardEvent) => {
      const from = ids.indexOf(id);
      const targets: Record<string, number> = {
        ArrowUp: from - 1,
        ArrowDown: from + 1,
        Home: 0,
        End: ids.length - 1,
      };
      const target = targets[event.key];
      if (target === undefined) return;
      event.preventDefault();
      if (target >= 0 && target < ids.length && target !== from) onMove(id, target);
    },
  });
  return { list, drag, handleProps };
}
