import { expect, it } from 'vitest'
import { isSnapshotRequest } from '#party/lib/client-request'

it.each([
  ['{"type":"snapshot"}', true],
  ['{"type":"price"}', false],
  ['[]', false],
  ['null', false],
  ['snapshot', false],
  ['', false],
  [`{"type":"snapshot","note":"${'x'.repeat(100)}"}`, false],
  [new ArrayBuffer(1), false],
])('what a socket says, %s, asks for a snapshot: %s', (message, isAsked) => {
  expect(isSnapshotRequest(message)).toBe(isAsked)
})
