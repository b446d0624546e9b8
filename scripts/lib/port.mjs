// The port of a server: the usual one, asked for before anything is built, or any that is free.

import { createServer } from 'node:net'

/** PORT, or the usual one. Throws in plain words when somebody else listens there. */
export async function requirePort(usual) {
  const port = Number(process.env.PORT ?? usual)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`PORT has to be 1 to 65535, not "${process.env.PORT}".`)
  if (await isTaken(port)) {
    throw new Error(
      `Port ${port} is taken: the app may be running already. Stop it, or choose another port: PORT=${port + 1} npm start`,
    )
  }
  return port
}

/**
 * One that nobody has at this moment.
 * @returns {Promise<number>}
 */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })

function isTaken(port) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(true))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(false)))
  })
}
