// Shareable picture of a closed position's net pnl, drawn in the browser: contains the verifiable receipt and no name.

import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decodeAmount, formatUnits } from '#domain/money/amount'
import { divideDown } from '#domain/money/rounding'
import { formatSteps } from '#domain/quotes/steps'
import type { FuturesCloseRow, FuturesRow } from '#party/protocol/futures'
import { isoInstant } from '../../text/dates'
import { useNumbers } from '../../text/numbers'
import { useSite } from '../../site/site'
import { buttonClass } from '../button'
import { Sheet } from '../sheet'
import { useAlive } from '../use-alive'

interface ResultCardProps {
  readonly row: FuturesRow & { readonly closes?: readonly FuturesCloseRow[] }
}

const [WIDTH, HEIGHT, EDGE] = [720, 420, 48]

/** Rendered only with scripts, because the picture is drawn on a canvas. */
export function ResultCard({ row }: ResultCardProps) {
  const { t } = useTranslation('futures')
  const isAlive = useAlive()
  const [isOpen, setOpen] = useState(false)
  if (!isAlive || row.state !== 'closed') return null
  return (
    <>
      <button type="button" className={buttonClass({ size: 'sm', variant: 'plain' })} onClick={() => setOpen(true)}>
        {t('card')}
      </button>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={t('card')}>
        <Card row={row} />
      </Sheet>
    </>
  )
}

function Card({ row }: ResultCardProps) {
  const { t } = useTranslation('futures')
  const canvas = useRef<HTMLCanvasElement>(null)
  const [picture, setPicture] = useState<string | null>(null)
  const lines = useLines(row)
  const key = JSON.stringify(lines)
  useEffect(() => {
    const target = canvas.current
    if (!target) return
    draw(target, lines)
    let address: string | null = null
    target.toBlob((blob) => {
      if (!blob) return
      address = URL.createObjectURL(blob)
      setPicture(address)
    })
    return () => {
      if (address !== null) URL.revokeObjectURL(address)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `key` contains every word of the picture
  }, [key])
  return (
    <div className="grid gap-4">
      <canvas
        ref={canvas}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={[lines.title, lines.percent, ...lines.facts.map(([name, value]) => `${name} ${value}`)].join(', ')}
        className="w-full rounded-lg"
      />
      <a
        href={picture ?? undefined}
        download={`position-${row.positionNo}.png`}
        aria-disabled={picture === null || undefined}
        className={buttonClass({ variant: 'brand', isWide: true })}
      >
        {t('card_save')}
      </a>
    </div>
  )
}

interface CardLines {
  readonly title: string
  readonly percent: string
  readonly tone: '--up-fill' | '--down-fill' | '--muted'
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly foot: string
}

function useLines(row: ResultCardProps['row']): CardLines {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const { offset } = useSite()
  const margin = decodeAmount(row.marginAtOpen)
  const net = decodeAmount(row.net)
  const price = (priceSteps: number | null | undefined) =>
    priceSteps == null ? '—' : numbers.decimal(formatSteps(priceSteps, row.terms.priceDecimals))
  const last = row.closes?.at(-1)
  const percent = margin === 0n ? '0' : formatUnits(divideDown(net * 10_000n, margin), 2)
  return {
    title: `${row.symbol.replace('-', '/')} · ${t(row.direction)} ${row.leverage}×`,
    percent: numbers.change(percent),
    tone: net > 0n ? '--up-fill' : net < 0n ? '--down-fill' : '--muted',
    facts: [
      [t('entry'), price(row.openSteps)],
      ...(last ? [[t('closed_at_price'), price(last.closeSteps)] as const] : []),
      ...(row.endedAt === null
        ? []
        : [[t('ended_at'), isoInstant(row.endedAt, offset).slice(0, 16).replace('T', ' ')] as const]),
      [t('fee'), t('card_deducted')],
    ],
    foot: last ? `${window.location.host}/receipts/${last.receiptId.slice(0, 12)}…` : window.location.host,
  }
}

function draw(canvas: HTMLCanvasElement, { title, percent, tone, facts, foot }: CardLines): void {
  const pen = canvas.getContext('2d')
  if (!pen) return
  const look = window.getComputedStyle(document.documentElement)
  const colour = (name: string) => look.getPropertyValue(name).trim()
  const font = window.getComputedStyle(document.body).fontFamily
  const write = (text: string, at: readonly [x: number, y: number], style: readonly [size: number, tone: string]) => {
    pen.font = `${style[0] > 30 ? 'bold ' : ''}${style[0]}px ${font}`
    pen.fillStyle = colour(style[1])
    pen.fillText(text, at[0], at[1], WIDTH - at[0] - EDGE)
  }
  pen.fillStyle = colour('--surface')
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.fillStyle = colour(tone)
  pen.fillRect(0, 0, 10, HEIGHT)
  write(title, [EDGE, 74], [28, '--ink'])
  write(percent, [EDGE, 176], [84, tone])
  for (const [index, [name, value]] of facts.entries()) {
    const y = 236 + index * 38
    write(name, [EDGE, y], [22, '--muted'])
    write(value, [EDGE + 240, y], [24, '--ink'])
  }
  write(foot, [EDGE, HEIGHT - 32], [18, '--muted'])
}
