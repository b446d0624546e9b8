// The gate that holds a room's writes during a backup.

import { expect, test } from 'vitest'
import { WriteGate } from '#party/lib/write-gate'

test('a gate that was shut stays so, whatever backup begins or ends meanwhile, and names when to try again', () => {
  const gate = new WriteGate()
  gate.pass()
  gate.shut()
  for (const until of [0, Date.now() + 60_000, 0]) {
    gate.close(until)
    expect(() => gate.pass()).toThrow('paused for a backup')
    expect(gate.closedUntil - Date.now()).toBeLessThan(2_000)
  }
})
