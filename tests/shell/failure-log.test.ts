// Log entries of failed pages.

import { expect, it, vi } from 'vitest'
import { logFailure } from '../../app/site/failures.server'

const logged = (failure: unknown, signal = new AbortController().signal): unknown[] => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  logFailure(failure, { request: new Request('http://cm.test/', { method: 'POST', signal }) })
  const said = log.mock.calls.flat()
  log.mockRestore()
  return said
}

/** As the router throws it. */
const answer = (status: number, statusText: string) => ({ status, statusText, internal: true, data: null })

it('is what broke here, and not what somebody asked for in vain', () => {
  const broken = new Error('the directory is gone')
  expect(logged(broken)).toEqual([broken])
  expect(logged(answer(405, 'Method Not Allowed'))).toEqual([])
  expect(logged(answer(404, 'Not Found'))).toEqual([])
  const failed = answer(502, 'Bad Gateway')
  expect(logged(failed)).toEqual([failed])
  expect(logged(broken, AbortSignal.abort())).toEqual([])
})
