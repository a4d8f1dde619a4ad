/** What is published of liabilities, and what one person needs to find theirs. */
import { z } from "zod";
import { listQuery, nextCursorSchema } from "@/lib/platform/http/lists";

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));
const amounts = z.object({ USDT: z.string(), XAUT: z.string() });

const treeSchema = z.object({
  root: hex(32).meta({ description: "The hash of the root, in hex" }),
  total: z.string().meta({ description: "The sum of all leaves" }),
  leaves: z.number().int(),
  file: z.string().meta({ description: "Path of the whole tree, in BitMEX's format" }),
});

export const liabilitySnapshotSchema = z.object({
  id: z.string(),
  date: z.iso.date().meta({ description: "The day (UTC)" }),
  at: z.iso.datetime(),
  height: z
    .string()
    .meta({ description: "How many entries the public log had: block_height in the files" }),
  accounts: z.number().int().meta({ description: "How many customers were owed anything" }),
  isDemo: z.boolean().meta({ description: "Play money of a demo" }),
  trees: z.object({ USDT: treeSchema, XAUT: treeSchema }),
});
export type LiabilitySnapshotDto = z.output<typeof liabilitySnapshotSchema>;

/** GET /api/transparency/liabilities */
export const liabilitySnapshotsQuery = z.object({
  ...listQuery,
  cursor: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
});
export const liabilitySnapshotsResponse = z.object({
  snapshots: z.array(liabilitySnapshotSchema),
  nextCursor: nextCursorSchema,
});
export type LiabilitySnapshotList = z.output<typeof liabilitySnapshotsResponse>;

/** GET /api/user/liability-proof */
export const liabilityProofQuery = z.object({
  date: z.iso
    .date()
    .optional()
    .meta({ description: "The day (UTC) of the tree; without it the newest" }),
});
export const liabilityProofResponse = z.object({
  date: z.iso.date(),
  at: z.iso.datetime(),
  height: z.string(),
  accountNumber: z.string().meta({ description: "The 64-bit number of the account in the trees" }),
  nonce: hex(32).meta({ description: "What shows the leaves of this day: BitMEX's --nonce" }),
  accountNonce: hex(32).meta({
    description:
      "SHA-256 of serverPart and the browser's part; shows the leaves of every day with the same parts",
  }),
  serverPart: hex(32),
  hasBrowserPart: z
    .boolean()
    .meta({ description: "Whether the browser's part counts on this day" }),
  files: amounts.meta({ description: "Paths of the trees" }),
  owed: amounts.meta({
    description:
      "What the ledger owed the person at that moment, without interest that was not paid yet, which the tree has too",
  }),
  roots: amounts,
  logged: z.object({ entry: z.string(), proof: z.string() }).nullable().meta({
    description:
      "The public log's entry about these trees with its .tlog-proof; null until it is there",
  }),
});
export type LiabilityProofDto = z.output<typeof liabilityProofResponse>;

/** PUT /api/user/liability-part */
export const liabilityPartBody = z.strictObject({
  part: hex(32).meta({
    description: "32 random bytes of the browser's own, in hex; the first ones stay",
  }),
});
export const liabilityPartResponse = z.object({
  part: hex(32).meta({ description: "The one that counts" }),
  serverPart: hex(32),
  accountNumber: z.string(),
});
export type LiabilityPartDto = z.output<typeof liabilityPartResponse>;
