// Log entries of failed pages.

import { UNSAFE_ErrorResponseImpl as Answer } from '@remix-run/router'
import { expect, it, vi } from 'vitest'
import { logFailure } from '../../app/site/failures.server'

const logged = (failure: unknown, signal = new AbortController().signal): unknown[] => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  logFailure(failure, { request: new Request('http://cm.test/', { method: 'POST', signal }) })
  const said = log.mock.calls.flat()
  log.mockRestore()
  return said
}

it('is what broke here, and not what somebody asked for in vain', () => {
  const broken = new Error('the directory is gone')
  expect(logged(broken)).toEqual([broken])
  expect(logged(new Answer(405, 'Method Not Allowed', new Error('no action'), true))).toEqual([])
  expect(logged(new Answer(404, 'Not Found', new Error('no route'), true))).toEqual([])
  const failed = new Answer(502, 'Bad Gateway', null)
  expect(logged(failed)).toEqual([failed])
  expect(logged(broken, AbortSignal.abort())).toEqual([])
})
