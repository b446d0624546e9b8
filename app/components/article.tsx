// A text that operators wrote. Its HTML is of the small safe subset that the directory allows in.

import type { ReactNode } from 'react'
import { boundUnits } from '../text/bound-units'
import { throughLeavePage } from '../text/leave-links'

export const Prose = ({ html, className = '' }: { html: string; className?: string }) => (
  <div
    className={`prose-plain ${className}`}
    dangerouslySetInnerHTML={{ __html: boundUnits(throughLeavePage(html)) }}
  />
)

export function Article({
  title,
  html,
  above,
  below,
}: {
  title: string
  html: string
  above?: ReactNode
  below?: ReactNode
}) {
  return (
    <article className="mx-auto max-w-3xl px-4 py-6 lg:py-10">
      <h1 className="text-2xl font-bold text-balance">{title}</h1>
      {above}
      <Prose html={html} className="mt-4" />
      {below}
    </article>
  )
}
