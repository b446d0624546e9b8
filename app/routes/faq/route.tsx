// Frequently asked questions: collapsible, searchable while typing, each with its own URL. Without scripts the search
// is a form, and answers still expand.

import { Link, useLoaderData, useLocation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Prose } from '../../components/prose'
import { Empty } from '../../components/empty'
import { Icon } from '../../components/icon'
import { PageHeader } from '../../components/page-header'
import { SearchForm } from '../../components/search-form'
import { type Section, findSections, sectionsOf } from '../../text/sections'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Faq() {
  const { t } = useTranslation('content')
  const { title, content, search } = useLoaderData<typeof loader>()
  const [typed, setTyped] = useState(search)
  const { sections } = sectionsOf(content)
  const shown = findSections(sections, typed)
  const isSearching = typed.trim() !== ''
  const linked = useLocation().hash.slice(1)
  useLinkedAnswer(linked)
  return (
    <div className="mx-auto max-w-3xl lg:px-4 lg:py-4">
      <PageHeader title={title} />
      <SearchForm label={t('faq_search')} send={t('search')} typed={typed} onType={setTyped} />
      <div className="panel divide-y divide-line max-lg:rounded-none max-lg:border-x-0">
        {shown.map((section) => (
          <Question key={section.id} section={section} isOpen={isSearching || section.id === linked} />
        ))}
        {shown.length === 0 && <Empty icon="search">{t('faq_no_match', { text: typed })}</Empty>}
      </div>
      <p className="px-4 py-6 text-center text-sm text-muted">
        {t('faq_more')}{' '}
        <Link to="/contact" className="-my-2 inline-block py-2 font-semibold text-selected-text">
          {t('contact')}
        </Link>
      </p>
    </div>
  )
}

function Question({ section: { id, heading, html }, isOpen }: { section: Section; isOpen: boolean }) {
  const { t } = useTranslation('content')
  return (
    <details id={id} open={isOpen} className="group scroll-mt-20">
      <summary className="flex min-h-14 items-center gap-3 px-4 py-3 font-medium -outline-offset-2! transition hover:bg-raised lg:px-5">
        <h2 className="min-w-0 flex-1 text-base">{heading}</h2>
        <Icon name="down" className="size-5 text-muted transition group-open:rotate-180" />
      </summary>
      <div className="px-4 pb-5 lg:px-5">
        <Prose html={html} className="*:first:mt-0" />
        <a href={`#${id}`} className="mt-2 inline-flex min-h-11 items-center text-xs text-muted hover:text-ink">
          {t('faq_link')}
        </a>
      </div>
    </details>
  )
}

/** Opens the answer named in the URL hash, also after in-page navigation. */
function useLinkedAnswer(id: string) {
  useEffect(() => {
    const answer = id === '' ? null : document.getElementById(id)
    if (!(answer instanceof HTMLDetailsElement)) return
    answer.open = true
    answer.scrollIntoView({ block: 'start' })
  }, [id])
}
