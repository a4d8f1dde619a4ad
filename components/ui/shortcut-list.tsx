import { setShortcutsOn, useShortcutsOn } from "./shortcuts";
import { Switch } from "./switch";

export interface ShortcutListProps {
  /** What the switch for single keys says. */
  onLabel: string;
  groups: { title: string; rows: { action: string; keys: string }[] }[];
}

/** The keys of a page by group, and the switch for those that need no other key beside them. */
export function ShortcutList({ onLabel, groups }: ShortcutListProps) {
  const on = useShortcutsOn();
  return (
    <>
      <Switch label={onLabel} checked={on} onCheckedChange={setShortcutsOn} />
      {groups.map(({ title, rows }) => (
        <section key={title} className="mt-4">
          <h3 className="font-semibold">{title}</h3>
          <dl>
            {rows.map(({ action, keys }) => (
              <div
                key={action}
                className="flex items-baseline justify-between gap-4 border-line border-b py-2"
              >
                <dt>{action}</dt>
                <dd className="shrink-0">
                  <kbd className="rounded-field border border-control px-1.5 font-mono text-caption">
                    {keys}
                  </kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}
