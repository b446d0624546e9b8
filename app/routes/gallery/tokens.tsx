// Colours, type and lift.

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

const SURFACES = ['bg-page', 'bg-surface', 'bg-raised', 'bg-pressed', 'bg-line', 'bg-line-strong'] as const
const FILLS = [
  'bg-brand',
  'bg-selected-fill',
  'bg-up-fill',
  'bg-down-fill',
  'bg-bad-fill',
  'bg-graphite',
  'bg-up',
  'bg-down',
  'bg-flat',
  'bg-coin-btc',
  'bg-coin-usdt',
  'bg-coin-ltc',
  'bg-coin-eth',
] as const
const TEXTS = [
  'text-ink',
  'text-muted',
  'text-brand-text',
  'text-selected-text',
  'text-up-text',
  'text-down-text',
  'text-good-text',
  'text-bad-text',
] as const
const SIZES = ['text-2xs', 'text-xs', 'text-sm', 'text-base', 'text-lg', 'text-xl', 'text-2xl', 'text-3xl'] as const

export function Tokens() {
  const { t } = useTranslation('wallet')
  return (
    <>
      <Shelf name="colour">
        <ul lang="en" translate="no" className="grid grid-cols-3 gap-2 text-2xs text-muted sm:grid-cols-5">
          {[...SURFACES, ...FILLS].map((name) => (
            <li key={name}>
              <span className={`mb-1 block h-10 rounded-md border border-line ${name}`} />
              {name.replace('bg-', '')}
            </li>
          ))}
        </ul>
        <ul lang="en" translate="no" className="grid grid-cols-2 gap-x-4 text-sm">
          {TEXTS.map((name) => (
            <li key={name} className={name}>
              {name.replace('text-', '')} 1,234.56
            </li>
          ))}
        </ul>
      </Shelf>
      <Shelf name="type">
        {SIZES.map((size) => (
          <p key={size} className={`${size} truncate`}>
            {t('transfer_text')}
          </p>
        ))}
        <div className="grid grid-cols-3 gap-4 text-xs text-muted">
          <div className="rounded-xl bg-surface p-4 shadow-card">card</div>
          <div className="rounded-xl bg-surface p-4 shadow-float">float</div>
          <div className="rounded-xl bg-surface p-4 shadow-sheet">sheet</div>
        </div>
      </Shelf>
    </>
  )
}

/** One component in the gallery: its file name, and its states. */
export function Shelf({ name, children, isWide = false }: { name: string; children: ReactNode; isWide?: boolean }) {
  return (
    <section
      id={name.replaceAll(' · ', '-')}
      className={`panel mb-4 grid break-inside-avoid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 lg:p-5 ${isWide ? 'mt-4 [column-span:all]' : ''}`}
    >
      <h2 lang="en" className="font-mono text-xs text-muted">
        {name}
      </h2>
      {children}
    </section>
  )
}
