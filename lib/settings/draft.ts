import { sameSetting } from "./rules";

/** Settings by name, as a screen holds them. */
type Values = Record<string, unknown>;

/** What somebody typed and has not saved, and what stood there when they began to type. */
export type SettingsDraft = { typed: Values; seen: Values };

function without(values: Values, key: string): Values {
  const { [key]: _, ...rest } = values;
  return rest;
}

/** Types a value; typing what stands there already takes the setting out of the draft. */
export function typeSetting(
  draft: SettingsDraft,
  stored: Values,
  key: string,
  value: unknown,
): SettingsDraft {
  if (sameSetting(value, stored[key])) return dropSetting(draft, key);
  const seen = key in draft.seen ? draft.seen : { ...draft.seen, [key]: stored[key] };
  return { typed: { ...draft.typed, [key]: value }, seen };
}

/** Takes a setting as it is stored. */
export function dropSetting({ typed, seen }: SettingsDraft, key: string): SettingsDraft {
  return { typed: without(typed, key), seen: without(seen, key) };
}

/** Keeps what was typed over what somebody else stored since. */
export function keepSetting(draft: SettingsDraft, stored: Values, key: string): SettingsDraft {
  return { ...draft, seen: { ...draft.seen, [key]: stored[key] } };
}

/** Leaves in the draft what was typed since it was sent, as a change of what is saved now. */
export function afterSaving(draft: SettingsDraft, saved: Values): SettingsDraft {
  const settle = (rest: SettingsDraft, key: string) =>
    !(key in rest.typed) || sameSetting(rest.typed[key], saved[key])
      ? dropSetting(rest, key)
      : keepSetting(rest, saved, key);
  return Object.keys(saved).reduce(settle, draft);
}

/** Names of the settings that would change. */
export function changedKeys({ typed }: SettingsDraft, stored: Values): string[] {
  return Object.keys(typed).filter((key) => !sameSetting(typed[key], stored[key]));
}

/** Names of the settings that somebody else changed to something else since they were seen. */
export function conflictingKeys(draft: SettingsDraft, stored: Values): string[] {
  return changedKeys(draft, stored).filter((key) => !sameSetting(draft.seen[key], stored[key]));
}
