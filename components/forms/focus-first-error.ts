/**
 * Moves the focus to the first control marked invalid inside `form`, after the next paint,
 * so that it can be called right after the errors were set. In an invalid group it is the group's first control.
 */
export function focusFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const invalid = form?.querySelector<HTMLElement>(
      '[aria-invalid="true"], fieldset[data-invalid]',
    );
    const control = invalid?.matches("fieldset")
      ? invalid.querySelector<HTMLElement>("input:enabled")
      : invalid;
    control?.focus();
  });
}
