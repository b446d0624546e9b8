// Commands of the desk beside an app that runs.

import { expect, test, vi } from 'vitest'
import { insist } from '../../scripts/lib/desk.mjs'

const BUSY = { code: 1, output: 'Error: D1_ERROR: database is locked: SQLITE_BUSY\n    at Object.<anonymous>' }

test('a database that is in use just now is asked again', async () => {
  const work = vi.fn().mockResolvedValueOnce(BUSY).mockResolvedValueOnce({ code: 0, output: '[]' })
  expect(await insist(work, 1)).toBe('[]')
  expect(work).toHaveBeenCalledTimes(2)
})

test('one that stays in use is told in words', async () => {
  await expect(insist(() => Promise.resolve(BUSY), 1)).rejects.toThrow('Nothing was changed; please try again')
})

test('what fails otherwise is shown at once, and not tried again', async () => {
  const shown = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const work = vi.fn().mockResolvedValue({ code: 1, output: 'no such table: staff' })
  await expect(insist(work, 1)).rejects.toThrow('The database refused')
  expect(work).toHaveBeenCalledTimes(1)
  expect(shown).toHaveBeenCalledWith('no such table: staff')
  shown.mockRestore()
})
