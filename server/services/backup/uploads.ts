// Objects of the bucket of uploads, as backup and restore read and write them. An object never changes once it is stored.

const KEYS_PER_BATCH = 500
/** Bytes of one read: a larger object leaves in several. */
const PART_BYTES = 1_000_000

export interface UploadsPage {
  readonly objects: readonly { readonly key: string; readonly size: number }[]
  readonly next: string | null
}

export async function listUploads(env: Pick<Env, 'UPLOADS'>, cursor: string | null): Promise<UploadsPage> {
  const page = await env.UPLOADS.list({
    limit: KEYS_PER_BATCH,
    ...(cursor !== null && { cursor }),
  })
  const objects = page.objects.map(({ key, size }) => ({ key, size }))
  return { objects, next: page.truncated ? page.cursor : null }
}

/** Null for an object that is gone. */
export async function readUploadPart(
  env: Pick<Env, 'UPLOADS'>,
  { key, offset }: { readonly key: string; readonly offset: number },
): Promise<{ readonly body: ReadableStream; readonly type: string } | null> {
  const found = await env.UPLOADS.get(key, { range: { offset, length: PART_BYTES } })
  return found && { body: found.body, type: found.httpMetadata?.contentType ?? '' }
}

export async function writeUpload(
  env: Pick<Env, 'UPLOADS'>,
  { key, type }: { readonly key: string; readonly type: string },
  bytes: ArrayBuffer,
): Promise<void> {
  await env.UPLOADS.put(key, bytes, type === '' ? {} : { httpMetadata: { contentType: type } })
}
