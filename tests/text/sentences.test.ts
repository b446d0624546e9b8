import { describe, expect, test } from 'vitest'
import { inARow } from '../../app/text/sentences'

describe('sentences one after the other', () => {
  test('a space stands between them, and none after a full-width stop or before nothing', () => {
    expect(inARow('Borrow.', 'From 1 to 2.')).toBe('Borrow. From 1 to 2.')
    expect(inARow('借り入れできます。', '期間は1年です。')).toBe('借り入れできます。期間は1年です。')
    expect(inARow('กู้', 'ระยะ 1 ปี')).toBe('กู้ ระยะ 1 ปี')
    expect(inARow('Borrow.', '')).toBe('Borrow.')
  })
})
