import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type S3ServiceException,
} from "@aws-sdk/client-s3";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { randomToken } from "@/lib/platform/security/hash";
import { writeWholeFile } from "@/lib/platform/whole-file";

/** Where the bytes of stored files are. Keys are made by us: `purpose/random`. */
export interface Storage {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** The bytes, or null when there is no such object. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  remove(key: string): Promise<void>;
  /** Fails where nothing can be written now, with the system's error. A bucket is asked for nothing. */
  probe(): Promise<void>;
}

/** As much as an image: on a full disk a short file may still find a place. */
const PROBE = new Uint8Array(65_536);

/** Files in a folder, for one machine. */
export function localStorage(folder: string): Storage {
  const fileOf = (key: string) => path.join(folder, ...key.split("/"));
  return {
    async put(key, bytes) {
      const file = fileOf(key);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await writeWholeFile(file, bytes);
    },
    async get(key) {
      try {
        return new Uint8Array(await readFile(fileOf(key)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },
    async remove(key) {
      await rm(fileOf(key), { force: true });
    },
    async probe() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `.probe-${randomToken(8)}`);
      await writeWholeFile(file, PROBE);
      await rm(file, { force: true });
    },
  };
}

export type S3Options = {
  bucket: string;
  region: string;
  /** A service that is not Amazon's own; its buckets are addressed by path. */
  endpoint?: string;
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** How long one of two attempts may wait for an answer, and that for its next part. */
  answerMs?: number;
};

const CONNECT_MS = 3_000;
/** Two attempts end before hosts end the request, which is after some 60 s. */
const ANSWER_MS = 20_000;

/** Whether the service was not reached, did not answer in time, or said that it can't now. */
function isUnavailable(error: unknown): boolean {
  const { name, code, $metadata } = error as Partial<S3ServiceException> & { code?: unknown };
  // Node's own mistakes are ERR_…
  const isNetwork = typeof code === "string" && /^E(?!RR_)/.test(code);
  return name === "TimeoutError" || isNetwork || ($metadata?.httpStatusCode ?? 0) >= 500;
}

async function available<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw new AppError("SERVICE_UNAVAILABLE", { cause: error, retryAfterSeconds: 5 });
  }
}

/**
 * Objects in an S3-compatible bucket, for any number of machines. Whatever it does fails with
 * SERVICE_UNAVAILABLE where the bucket can't be reached or does not answer.
 */
export function s3Storage({
  bucket,
  endpoint,
  answerMs = ANSWER_MS,
  ...options
}: S3Options): Storage {
  const client = new S3Client({
    ...options,
    endpoint,
    forcePathStyle: endpoint !== undefined,
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      // Of the answer's body, which the time of a request does not include.
      socketTimeout: answerMs,
    },
  });
  const read = async (key: string) => {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      return Body ? new Uint8Array(await Body.transformToByteArray()) : null;
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  };
  return {
    async put(key, bytes, contentType) {
      const object = { Bucket: bucket, Key: key, Body: bytes, ContentType: contentType };
      await available(client.send(new PutObjectCommand(object)));
    },
    get: (key) => available(read(key)),
    async remove(key) {
      await available(client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })));
    },
    probe: async () => undefined,
  };
}

function configured(): Storage {
  if (!env.S3_BUCKET) return localStorage(path.join(env.DATA_DIR, "uploads"));
  return s3Storage({
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT,
    credentials:
      env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
        ? { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY }
        : undefined,
  });
}

let current: Storage | undefined;

/** The storage of this installation: the bucket when one is configured, else the data folder. */
export function storage(): Storage {
  current ??= configured();
  return current;
}
