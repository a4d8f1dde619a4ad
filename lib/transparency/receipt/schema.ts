/** What proves something of a person's own: entries of the public log, and the records that open them. */
import { z } from "zod";
import { idSchema } from "@/lib/platform/http/lists";

/** What receipts are of. */
export const ownProofKinds = [
  "deposit",
  "withdrawal",
  "storage",
  "saving",
  "order",
  "signal",
  "run",
  "referral",
  "adjustment",
  "staff",
] as const;
export type OwnProofKind = (typeof ownProofKinds)[number];
export type ProvedKind = OwnProofKind | "trade";

/** Why there is no proof of a part. */
export const missingReasons = ["waiting", "not_yet", "none", "before_log"] as const;
export type MissingReason = (typeof missingReasons)[number];

const partSchema = z.object({
  entry: z.string().meta({ description: "The entry exactly as the log has it" }),
  proof: z.string().meta({ description: "The text of its .tlog-proof (c2sp.org/tlog-proof)" }),
  record: z.string().nullable().meta({
    description:
      "Of an entry that has a hash only: the canonical JSON behind it. Only its owner gets it",
  }),
  salt: z.string().nullable().meta({
    description: "Hex. SHA-256 of its bytes and the record's is the entry's hash",
  }),
});
export type ProofPart = z.output<typeof partSchema>;

const missingSchema = z.enum(missingReasons).meta({
  description:
    "waiting: not in the log yet; not_yet: it has not happened; none: there is none of it; before_log: from before the log began",
});

const parts = <Name extends string>(names: readonly Name[]) =>
  z.object(
    Object.fromEntries(names.map((name) => [name, partSchema.nullable()])) as Record<
      Name,
      z.ZodNullable<typeof partSchema>
    >,
  );

const membersWith = <Parts extends z.ZodType>(proofs: Parts) => ({
  log: z
    .object({
      key: z.string().meta({ description: "The log's verifier key" }),
      witnesses: z.array(z.string()).meta({
        description: "Verifier keys of those who have to have signed the checkpoints too",
      }),
    })
    .nullable()
    .meta({ description: "Null before the log begins" }),
  record: z.string().nullable().meta({ description: "The newest of the parts' records" }),
  salt: z.string().nullable().meta({ description: "Its salt" }),
  proofs,
  missing: z.record(z.string(), missingSchema).meta({
    description: "Why a part is null, by its name",
  }),
});

/** The members that a receipt has for its proof. */
export const proofMembers = <Name extends string>(names: readonly Name[]) =>
  membersWith(parts(names));

/** GET /api/user/proofs/{kind}/{id}: an entry of the audit log goes by its number. */
export const ownProofParams = z.object({
  kind: z.enum(ownProofKinds),
  id: z.union([idSchema, z.string().regex(/^\d{1,18}$/)]),
});

export const ownProofResponseSchema = z.object({
  receipt: z.object(membersWith(z.record(z.string(), partSchema.nullable()))),
});

/** What of a receipt its proof consists of, whatever its parts are. */
export type Proof = {
  log: { key: string; witnesses: string[] } | null;
  record: string | null;
  salt: string | null;
  proofs: { [part: string]: ProofPart | null };
  missing: { [part: string]: MissingReason };
};

/** What "Download proof" gives. */
export type ProofFile = Proof & { v: 1; kind: ProvedKind; id: string };

/** The parts of a trade's proof. */
export const tradeParts = [
  "accepted",
  "settled",
  "entryTick",
  "exitTick",
  "tickAfterExit",
  "tickBeforeEntry",
] as const;
