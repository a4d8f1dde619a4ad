import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { env } from "@/lib/platform/env";

/** Where the bytes of stored files are. Keys are made by us: `purpose/random`. */
export interface Storage {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** The bytes, or null when there is no such object. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  remove(key: string): Promise<void>;
}

/** Files in a folder, for one machine. */
export function localStorage(folder: string): Storage {
  const fileOf = (key: string) => path.join(folder, ...key.split("/"));
  return {
    async put(key, bytes) {
      const file = fileOf(key);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      // Whoever reads at the same time sees the whole file or none.
      await writeFile(`${file}.part`, bytes, { mode: 0o600 });
      await rename(`${file}.part`, file);
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
  };
}

export type S3Options = {
  bucket: string;
  region: string;
  /** A service that is not Amazon's own; its buckets are addressed by path. */
  endpoint?: string;
  credentials?: { accessKeyId: string; secretAccessKey: string };
};

/** Objects in an S3-compatible bucket, for any number of machines. */
export function s3Storage({ bucket, endpoint, ...options }: S3Options): Storage {
  const client = new S3Client({ ...options, endpoint, forcePathStyle: endpoint !== undefined });
  return {
    async put(key, bytes, contentType) {
      const object = { Bucket: bucket, Key: key, Body: bytes, ContentType: contentType };
      await client.send(new PutObjectCommand(object));
    },
    async get(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        return Body ? new Uint8Array(await Body.transformToByteArray()) : null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
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
