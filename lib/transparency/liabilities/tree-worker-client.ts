/** Works published trees out beside the page: hundreds of thousands of leaves take seconds. */
import { hexToBytes } from "@noble/hashes/utils.js";
import { BadTree, checkTree } from "./check";
import { COINS, type Coin, type FoundCoin } from "./own-balance-rules";

export type TreeWork = { files: Record<Coin, string>; nonce: string };
/** `bad`: a file is no tree. `failed`: it could not be read now. */
export type TreeAnswer = { found: Record<Coin, FoundCoin> } | { bad: true } | { failed: true };

/** Not every browser reads a stream by `for await`. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

async function findIn(path: string, nonce: Uint8Array): Promise<FoundCoin> {
  const response = await fetch(path, { credentials: "omit" });
  if (response.status === 404) throw new BadTree("the file that the site named is missing");
  if (!response.ok || !response.body) throw new Error(`${path} answers ${response.status}`);
  const { height, root, totalMicro, ownMicro } = await checkTree(chunksOf(response.body), nonce);
  return {
    height: String(height),
    root,
    total: String(totalMicro),
    ownMicro: String(ownMicro),
  };
}

async function answerTo({ files, nonce }: TreeWork): Promise<TreeAnswer> {
  try {
    const found = {} as Record<Coin, FoundCoin>;
    // One after the other: both at once would take twice the memory of a phone.
    for (const coin of COINS) found[coin] = await findIn(files[coin], hexToBytes(nonce));
    return { found };
  } catch (error) {
    return error instanceof BadTree ? { bad: true } : { failed: true };
  }
}

self.onmessage = ({ data }: MessageEvent<TreeWork>) => {
  void answerTo(data).then((answer) => self.postMessage(answer));
};
