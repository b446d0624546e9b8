// Long text with headings; on desktop with a table of contents.

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { boundUnits } from '../text/money'
import { sectionsOf } from '../text/sections'
import { PageHeader } from './page-header'
import { throughLeavePage } from './prose'

export function Document({ title, html, below }: { title: string; html: string; below?: ReactNode }) {
  const { t } = useTranslation('content')
  const { opening, sections } = sectionsOf(boundUnits(throughLeavePage(html)))
  return (
    <div className="mx-auto max-w-6xl lg:grid lg:grid-cols-[15rem_minmax(0,46rem)] lg:gap-12 lg:px-5 lg:py-6">
      <nav aria-label={t('contents')} className="hidden lg:block">
        <div className="sticky top-20 pt-6">
          <p className="mb-2 text-xs font-medium text-muted">{t('contents')}</p>
          <ul className="border-l border-line text-sm">
            {sections.map(({ id, heading }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="-ml-px block border-l-2 border-transparent py-1.5 pl-4 text-muted transition hover:border-selected hover:text-ink"
                >
                  {heading}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </nav>
      <article>
        <PageHeader title={title} />
        <div className="prose-plain px-4 pb-6 lg:px-0">
          <div dangerouslySetInnerHTML={{ __html: opening }} />
          {sections.map(({ id, heading, html: text }) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id} className="target:text-selected-text">
                {heading}
              </h2>
              <div dangerouslySetInnerHTML={{ __html: text }} />
            </section>
          ))}
          {below}
        </div>
      </article>
    </div>
  )
}
