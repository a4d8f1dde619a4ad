/** What was checked, in the order in which it was. */

/** Names of texts, and what is filled into them. The values are shown as they are, a `part` by its name. */
export type Step = {
  check: string;
  state: "passed" | "failed" | "open";
  /** Why it failed, or was not checked. */
  reason: string | null;
  values: Readonly<Record<string, string>>;
};

type Values = Step["values"];

/** Collects the steps of a verification. */
export class Steps {
  readonly all: Step[] = [];

  pass(check: string, values: Values = {}): void {
    this.all.push({ check, state: "passed", reason: null, values });
  }

  fail(check: string, reason: string, values: Values = {}): void {
    this.all.push({ check, state: "failed", reason, values });
  }

  /** Says that something was not checked. */
  leaveOpen(check: string, reason: string, values: Values = {}): void {
    this.all.push({ check, state: "open", reason, values });
  }

  /** Judges by the first reason that applies; passes where none does. */
  judge(check: string, reasons: Readonly<Record<string, boolean>>, values: Values = {}): boolean {
    const [reason] = Object.entries(reasons).find(([, applies]) => applies) ?? [];
    if (reason === undefined) this.pass(check, values);
    else this.fail(check, reason, values);
    return reason === undefined;
  }
}
