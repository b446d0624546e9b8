// The network between programs and the app: one address for every life of the app, with connections that break at either end first.

import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import type { Random } from './random'

/** Longest time that the other end of a broken connection takes to notice. */
const LATER_MS_MAX = 500

export interface Line {
  readonly url: string
  /** From now on it ends at this life of the app. */
  lead(url: string): void
  /** Breaks one connection; false when there is none. */
  cut(random: Random): boolean
  close(): void
}

export async function openLine(): Promise<Line> {
  const connections = new Set<readonly [program: Socket, site: Socket]>()
  let port = 0
  const server = createServer((program) => {
    const site = connect({ port, host: '127.0.0.1' })
    const connection = [program, site] as const
    connections.add(connection)
    join(program, site)
    for (const end of connection) end.on('close', () => connections.delete(connection))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead: (url) => void (port = Number(new URL(url).port)),
    cut(random) {
      const connection = [...connections][Math.floor(random() * connections.size)]
      if (!connection) return false
      const [first, second] = random() < 0.5 ? connection : connection.toReversed()
      const laterMs = random() * LATER_MS_MAX
      first?.unpipe()
      second?.unpipe()
      first?.removeAllListeners('close').destroy()
      setTimeout(() => second?.destroy(), laterMs)
      connections.delete(connection)
      return true
    },
    close() {
      server.close()
      for (const connection of connections) for (const end of connection) end.destroy()
    },
  }
}

/** What ends at one side ends at the other. */
function join(program: Socket, site: Socket): void {
  program.pipe(site).pipe(program)
  program.on('close', () => site.destroy())
  site.on('close', () => program.destroy())
  for (const end of [program, site]) end.setNoDelay().on('error', () => undefined)
}
