/**
 * Moves the focus to the first control marked invalid inside `form`, after the next paint,
 * so that it can be called right after the errors were set. In an invalid group it is the group's first control,
 * in a message that stands in place of a field the way on that it offers.
 */
export function focusFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]');
    const control = invalid?.matches("[data-invalid]")
      ? (invalid.querySelector<HTMLElement>("input:enabled") ??
        invalid.querySelector<HTMLElement>("a[href], button"))
      : invalid;
    control?.focus();
  });
}
