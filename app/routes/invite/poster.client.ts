// Invitation poster on a canvas, drawn in the browser so that codes stay on the device. Sized for phone screens.

import { encode } from 'uqr'

export interface PosterWords {
  readonly site: string
  readonly slogan: string
  readonly codeLabel: string
  readonly code: string
  readonly scan: string
  /** URL in the QR code. */
  readonly link: string
}

const WIDTH = 1080
const HEIGHT = 1620
const MARGIN = 96
const CARD_TOP = 640
const QR_SIZE = 460
const FONT = 'system-ui, "Hiragino Sans", "Noto Sans CJK JP", "Noto Sans Thai", sans-serif'

/** A PNG; rejects when the browser cannot make one. */
export async function drawPoster(words: PosterWords): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws no pictures')
  drawGround(pen)
  drawHead(pen, words)
  drawCard(pen, words)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be made'))), 'image/png'),
  )
}

function drawGround(pen: CanvasRenderingContext2D): void {
  const ground = pen.createLinearGradient(0, 0, WIDTH, HEIGHT)
  ground.addColorStop(0, '#276dff')
  ground.addColorStop(1, '#0b1b45')
  pen.fillStyle = ground
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  // Rising chart line.
  pen.strokeStyle = 'rgba(255, 255, 255, 0.18)'
  pen.lineWidth = 10
  pen.beginPath()
  for (const [index, height] of [560, 520, 545, 450, 480, 370, 400, 260].entries())
    pen.lineTo((index * WIDTH) / 7, height)
  pen.stroke()
}

function drawHead(pen: CanvasRenderingContext2D, { site, slogan }: PosterWords): void {
  pen.fillStyle = '#ffffff'
  pen.textAlign = 'left'
  pen.font = `800 96px ${FONT}`
  pen.fillText(site, MARGIN, 200, WIDTH - 2 * MARGIN)
  pen.font = `600 56px ${FONT}`
  for (const [index, line] of linesOf(pen, slogan, WIDTH - 2 * MARGIN).entries())
    pen.fillText(line, MARGIN, 310 + index * 74)
}

function drawCard(pen: CanvasRenderingContext2D, { codeLabel, code, scan, link }: PosterWords): void {
  const width = WIDTH - 2 * MARGIN
  pen.fillStyle = '#ffffff'
  pen.beginPath()
  pen.roundRect(MARGIN, CARD_TOP, width, HEIGHT - CARD_TOP - MARGIN, 48)
  pen.fill()
  drawQr(pen, link, (WIDTH - QR_SIZE) / 2, CARD_TOP + 70)
  const below = CARD_TOP + QR_SIZE + 150
  pen.textAlign = 'center'
  pen.fillStyle = '#5b6475'
  pen.font = `500 40px ${FONT}`
  pen.fillText(scan, WIDTH / 2, below, width - 80)
  pen.fillText(codeLabel, WIDTH / 2, below + 100, width - 80)
  pen.fillStyle = '#0b1b45'
  pen.font = `800 84px ${FONT}`
  pen.fillText(code, WIDTH / 2, below + 190, width - 80)
}

/** Dark on white, with whole pixels per module: anything else is hard to scan. */
function drawQr(pen: CanvasRenderingContext2D, text: string, left: number, top: number): void {
  const { data, size } = encode(text, { border: 2 })
  const unit = Math.floor(QR_SIZE / size)
  const offset = Math.floor((QR_SIZE - unit * size) / 2)
  pen.fillStyle = '#000000'
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) pen.fillRect(left + offset + x * unit, top + offset + y * unit, unit, unit)
}

/** Breaks lines at spaces, or between letters in languages without spaces. */
function linesOf(pen: CanvasRenderingContext2D, text: string, width: number): string[] {
  const parts = text.includes(' ') ? text.split(/(?<= )/) : [...text]
  const lines: string[] = []
  let line = ''
  for (const part of parts) {
    if (line !== '' && pen.measureText(line + part).width > width) {
      lines.push(line.trim())
      line = ''
    }
    line += part
  }
  return [...lines, line.trim()]
}
