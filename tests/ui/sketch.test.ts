// The candles that the server draws until the chart's library does: shape, scale and what is left out.

import { describe, expect, test } from 'vitest'
import { sketchOf } from '../../app/chart/sketch.server'
import { SKETCH_COUNTS } from '../../app/chart/sketch'

const candle = (open: string, high: string, low: string, close: string, volume = '1') => ({
  at: 0,
  open,
  high,
  low,
  close,
  volume,
})

describe('the sketch of a chart', () => {
  test('is absent without candles', () => {
    expect(sketchOf(null)).toBeNull()
    expect(sketchOf([])).toBeNull()
  })

  test('draws a rising and a falling candle by their four prices, and their volumes from the ground', () => {
    const sketch = sketchOf([candle('110', '150', '100', '140', '4'), candle('140', '200', '120', '130', '1')])
    // 200 is the top (0) and 100 the bottom (1000): a price of 150 stands at 500.
    expect(sketch?.candles.up).toBe('M5 500V1000M2 600h7V900h-7z')
    expect(sketch?.candles.down).toBe('M15 0V800M12 600h7V700h-7z')
    expect(sketch?.volumes.up).toBe('M2 0h7V1000h-7z')
    expect(sketch?.volumes.down).toBe('M12 750h7V1000h-7z')
    expect(sketch?.count).toBe(2)
  })

  test('begins an average where enough candles precede it', () => {
    const sketch = sketchOf(Array.from({ length: 8 }, (_, at) => candle('0', '80', '0', String(at * 10))))
    // Means of seven closes: 30 at the seventh candle, 40 at the eighth; there are no 25.
    expect(sketch?.averages).toEqual(['65,625 75,500', ''])
  })

  test('has a scale for each width: few bars fill the height that the whole day does not', () => {
    const early = Array.from({ length: 60 }, () => candle('300', '400', '300', '300', '8'))
    const late = Array.from({ length: 25 }, () => candle('100', '100', '100', '100', '2'))
    const views = sketchOf([...early, ...late])?.views ?? []
    expect(views).toHaveLength(SKETCH_COUNTS.length)
    // All 85: no change. The newest 25 contain the average of 25 closes before them, 292: they begin 36 % down and are drawn 1 / 0.64 as high.
    expect(views.at(-1)).toEqual({ price: 'translateY(0.0%) scaleY(1.000)', volume: 'scaleY(1.000)' })
    expect(views[0]).toEqual({ price: 'translateY(-56.3%) scaleY(1.563)', volume: 'scaleY(4.000)' })
  })
})
