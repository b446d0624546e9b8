// The port of `npm start` and `npm run dev`: named by an argument or a variable, and nothing is left out in silence.

import { expect, test } from 'vitest'
import { freePort, requirePort } from '../../scripts/lib/port.mjs'

test('is that of --port, else of PORT, else the usual one', async () => {
  const [one, other, usual] = [await freePort(), await freePort(), await freePort()]
  const PORT = String(other)
  expect(await requirePort(usual, ['--port', String(one)], { PORT })).toBe(one)
  expect(await requirePort(usual, [`--port=${one}`], {})).toBe(one)
  expect(await requirePort(usual, [], { PORT })).toBe(other)
  expect(await requirePort(usual, [], {})).toBe(usual)
})

test.each([
  [['--prot', '9000'], 'Unknown argument: --prot'],
  [['--port', '9000', '--open'], 'Unknown argument: --open'],
  [['--port'], 'The port has to be 1 to 65535, not ""'],
  [['--port', '70000'], 'The port has to be 1 to 65535, not "70000"'],
])('%j is refused', async (args, why) => {
  await expect(requirePort(8787, args, {})).rejects.toThrow(why)
})
