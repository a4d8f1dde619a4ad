import { createHash } from "node:crypto";
import fc from "fast-check";
import { BadTree, checkTree } from "./check";
import { accountNonce, nonceAt } from "./nonces";
import { buildTree, treeFile } from "./tree";

const HEIGHT = 41n;
const nonceOf = (account: number) => createHash("sha256").update(`account ${account}`).digest();

async function publish(balances: readonly bigint[], nonces = balances.map((_, n) => nonceOf(n))) {
  const tree = await buildTree({
    count: balances.length,
    nonces: new Uint8Array(Buffer.concat(nonces)),
    micro: BigUint64Array.from(balances),
  });
  const pieces = [];
  for await (const piece of treeFile(tree, HEIGHT)) pieces.push(piece);
  return { tree, file: Buffer.concat(pieces).toString("latin1") };
}
async function* inPieces(file: string, size = 100) {
  const bytes = new TextEncoder().encode(file);
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}
const find = (file: string, account: number) => checkTree(inPieces(file), nonceOf(account));

/** The operator changes a file and works the hashes above out anew, as one who cheats would. */
function rebuilt(lines: string[]): string {
  const nodes = lines.slice(1).map((line) => {
    const [hash = "", micro = "0"] = line.split(",");
    return { hash, micro: BigInt(micro) };
  });
  const word = (value: bigint) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(BigInt.asUintN(64, value));
    return bytes;
  };
  for (let parent = (nodes.length - 1) / 2 - 1; parent >= 0; parent -= 1) {
    const [left, right] = [nodes[parent * 2 + 1]!, nodes[parent * 2 + 2]!];
    const hash = createHash("sha256");
    for (const { hash: own, micro } of [left, right]) {
      hash.update(Buffer.from(own, "hex")).update(word(micro));
    }
    nodes[parent] = { hash: hash.digest("hex"), micro: left.micro + right.micro };
  }
  return [lines[0], ...nodes.map(({ hash, micro }) => `${hash},${micro}`), ""].join("\n");
}

it("adds up to all balances, and each finds exactly their own leaves", async () => {
  const balance = fc.oneof(fc.bigInt(0n, 3n), fc.bigInt(0n, 10n ** 15n));
  await fc.assert(
    fc.asyncProperty(fc.array(balance, { maxLength: 12 }), async (balances) => {
      const { tree, file } = await publish(balances);
      const total = balances.reduce((sum, one) => sum + one, 0n);
      const owed = balances.filter((one) => one > 0n).length;
      expect(tree.totalMicro).toBe(total);
      expect(tree.leaves).toBeGreaterThanOrEqual(Math.max(2, owed * 2));
      expect(tree.leaves).toBeLessThan(Math.max(3, owed * 4));
      for (const [account, micro] of balances.entries()) {
        expect(await find(file, account)).toEqual({
          height: HEIGHT,
          root: Buffer.from(tree.root).toString("hex"),
          totalMicro: total,
          leaves: tree.leaves,
          ownMicro: micro,
          ownLeaves: micro === 0n ? 0 : 2,
        });
      }
    }),
    { numRuns: 25 },
  );
});

it("splits and shuffles by chance", async () => {
  const [one, other] = [await publish([10n ** 12n, 7n]), await publish([10n ** 12n, 7n])];
  expect(one.file).not.toBe(other.file);
});

describe("what the operator may try", () => {
  const BALANCES = [1_000n, 250n, 80n];

  it("leaving somebody out shows that person nothing", async () => {
    const { file } = await publish([1_000n, 0n, 80n]);
    expect(await find(file, 1)).toMatchObject({ ownMicro: 0n, ownLeaves: 0, totalMicro: 1_080n });
  });

  it("one leaf for two people needs one nonce, which their own browsers rule out", async () => {
    // Two who are owed the same share a leaf where they are given the same nonce: each finds all, and half is missing.
    const { file } = await publish([500n, 80n]);
    expect(await find(file, 0)).toMatchObject({ ownMicro: 500n, totalMicro: 580n });
    const parts = [nonceOf(1), nonceOf(2)].map((part) => accountNonce(nonceOf(9), part));
    expect(parts[0]).not.toEqual(parts[1]);
    // Nor do numbers help that the site chooses.
    const nonce = nonceAt(parts[0]!, { height: HEIGHT, number: 1n });
    expect(nonceAt(parts[1]!, { height: HEIGHT, number: 1n })).not.toEqual(nonce);
    expect(nonceAt(parts[0]!, { height: HEIGHT + 1n, number: 1n })).not.toEqual(nonce);
  });

  it("a leaf below zero is no leaf", async () => {
    const lines = (await publish(BALANCES)).file.trimEnd().split("\n");
    const last = lines.length - 1;
    const [hash] = lines[last]!.split(",");
    lines[last] = `${hash},-1000`;
    await expect(find(rebuilt(lines), 0)).rejects.toThrow(BadTree);
  });

  it("a leaf so large that a sum of 64 bits would begin anew is no leaf", async () => {
    const lines = (await publish(BALANCES)).file.trimEnd().split("\n");
    const last = lines.length - 1;
    const [hash] = lines[last]!.split(",");
    for (const huge of [2n ** 64n - 1_000n, 2n ** 63n, 10n ** 30n]) {
      lines[last] = `${hash},${huge}`;
      await expect(find(rebuilt(lines), 0)).rejects.toThrow(BadTree);
    }
  });

  it("a smaller leaf than what is owed is not found by its owner", async () => {
    const { file } = await publish(BALANCES);
    const lines = file.trimEnd().split("\n");
    const nonce = nonceOf(0);
    const first = (lines.length - 2) / 2 + 1;
    const own = lines.findIndex((line, n) => n >= first && BigInt(line.split(",")[1]!) > 251n);
    const [hash, micro] = lines[own]!.split(",");
    lines[own] = `${hash},${BigInt(micro!) - 1n}`;
    const found = await checkTree(inPieces(rebuilt(lines)), nonce);
    expect(found.ownMicro).toBeLessThan(1_000n - 1n);
  });

  it("any other line changed is a tree that does not add up", async () => {
    const { file } = await publish(BALANCES);
    const lines = file.trimEnd().split("\n");
    for (let n = 1; n < lines.length; n += 1) {
      const [hash, micro] = lines[n]!.split(",");
      const more = lines.with(n, `${hash},${BigInt(micro!) + 1n}`).join("\n");
      const other = lines.with(
        n,
        `${hash!.replace(/^./, (c) => (c === "0" ? "1" : "0"))},${micro}`,
      );
      await expect(find(more, 0)).rejects.toThrow(BadTree);
      await expect(find(other.join("\n"), 0)).rejects.toThrow(BadTree);
    }
  });

  it("a line that is written otherwise is no line of a tree, wherever the file is cut", async () => {
    const { file } = await publish(BALANCES);
    const lines = file.trimEnd().split("\n");
    const [hash = "", micro = ""] = lines[1]!.split(",");
    const others = [
      `${hash.toUpperCase()},${micro}`,
      `${hash},0${micro}`,
      `${hash},${micro}.0`,
      `${hash},`,
      `${hash};${micro}`,
      `${hash.slice(1)},${micro}`,
      `${hash.replace(/.$/, "g")},${micro}`,
      `${hash},${micro}\r`,
      "",
    ];
    for (const other of others) {
      await expect(find(lines.with(1, other).join("\n"), 0)).rejects.toThrow("line 2 is no node");
    }
    for (const size of [1, 64, 65, file.length]) {
      expect(await checkTree(inPieces(file, size), nonceOf(0))).toMatchObject({ ownMicro: 1_000n });
    }
  });

  it.each([
    ["nothing", ""],
    ["no height", "x\n"],
    ["a part", "block_height:1\n"],
    ["one leaf", `block_height:1\n${"0".repeat(64)},0\n`],
    ["a line that does not end", `block_height:1\n${"0".repeat(1_000)}`],
  ])("%s is no tree", async (_name, file) => {
    await expect(find(file, 0)).rejects.toThrow(BadTree);
  });
});
