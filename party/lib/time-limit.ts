// Waiting for the outside world, but only for so long.

/** Rejects when `work` takes longer than `limitMs`. What `work` answers later is dropped. */
export async function within<Value>(limitMs: number, what: string, work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${limitMs} ms`)), limitMs)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
