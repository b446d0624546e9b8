// Empties one queue by slices, each in its own alarm: a restart continues with the next slice, and every slice gets the
// platform's whole allowance of calls. It stores nothing but the queue's name, and rests while the queue is short.

import { DurableObject } from 'cloudflare:workers'
import { isDirectoryRestoring } from '#db/platform/backup'
import { logError } from '#lib/log-line'
import { underTrace } from '#lib/trace'
import { type QueueName, drainSlice } from './queues'

/** A restarted local runtime fires a stored alarm without the object's name. */
const QUEUE_KEY = 'queue'
/** Pause between slices, which leaves capacity for other calls to the same accounts and the directory. */
const PAUSE_MS = 100

export class Drain extends DurableObject<Env> {
  /** Rows of the last slice. */
  #rows = ''

  /** Begins at once, unless it is at work. */
  async wake(queue: QueueName): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) !== null) return
    this.ctx.storage.kv.put(QUEUE_KEY, queue)
    await this.ctx.storage.setAlarm(Date.now())
  }

  override async alarm(): Promise<void> {
    const queue = this.ctx.storage.kv.get<QueueName>(QUEUE_KEY)
    // A half-restored directory must not trigger any work.
    if (queue === undefined || (await isDirectoryRestoring(this.env.DB))) return
    const rows = await this.#takeSlice(queue)
    this.#rows = rows ?? ''
    if (rows !== null) await this.ctx.storage.setAlarm(Date.now() + PAUSE_MS)
  }

  /** A failed slice ends the run: the next sweep begins another. */
  async #takeSlice(queue: QueueName): Promise<string | null> {
    try {
      return await underTrace(null, () => drainSlice(this.env, queue, { before: this.#rows, now: Date.now() }))
    } catch (failure) {
      logError(`drain: ${queue}`, failure)
      return null
    }
  }
}
