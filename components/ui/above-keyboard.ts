/**
 * A ref: keeps `--keyboard` on an element, the height that an on-screen keyboard covers of the window. Such a keyboard
 * changes no other size of a page, and covers what is fixed to its bottom.
 */
export function aboveKeyboard(element: HTMLElement | null) {
  const visible = window.visualViewport;
  if (!element || !visible) return;
  const update = () => {
    // A pinch zoom also shrinks the visible part; only an unzoomed page can tell a keyboard.
    const covered =
      visible.scale === 1 ? window.innerHeight - visible.height - visible.offsetTop : 0;
    element.style.setProperty("--keyboard", `${Math.max(0, Math.round(covered))}px`);
  };
  update();
  visible.addEventListener("resize", update);
  visible.addEventListener("scroll", update);
  return () => {
    visible.removeEventListener("resize", update);
    visible.removeEventListener("scroll", update);
  };
}
