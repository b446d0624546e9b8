// Contact page: channels, message form, notes.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Prose } from '../../components/prose'
import { Icon } from '../../components/icon'
import { Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { ContactForm } from './contact-form'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'

export { clientAction } from '../../site/revalidation'

export default function Contact() {
  const { t } = useTranslation('content')
  const { title, content, hasForm, hasOffice } = useLoaderData<typeof loader>()
  return (
    <div
      className={`mx-auto lg:px-5 lg:py-6 ${hasForm ? 'max-w-6xl lg:grid lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-12' : 'max-w-3xl'}`}
    >
      <article>
        <PageHeader title={title} />
        <div className="px-4 pb-6 lg:px-0">
          <Channels />
          {hasOffice && (
            <a href="/location" className="button button-quiet mb-4 w-full">
              {t('where')}
              <Icon name="globe" className="size-4 text-muted" />
            </a>
          )}
          <Prose html={content} />
        </div>
      </article>
      {hasForm && <ContactForm />}
    </div>
  )
}

function Channels() {
  const { t } = useTranslation('content')
  const { channels, hasForm } = useLoaderData<typeof loader>()
  if (channels.length === 0 && !hasForm) return <Notice tone="plain">{t('channel_none')}</Notice>
  return (
    <ul
      aria-label={t('channels')}
      className={`mb-4 grid gap-2 sm:grid-cols-2 ${channels.length === 0 ? 'lg:hidden' : ''}`}
    >
      {/* Hidden on desktop, where the form is beside the list. */}
      {hasForm && (
        <li className="lg:hidden">
          <a href="#message" className="button button-quiet w-full">
            {t('form_title')}
            <Icon name="mail" className="size-4 text-muted" />
          </a>
        </li>
      )}
      {channels.map(({ kind, url }) => (
        <li key={kind}>
          <a href={url} rel="noopener noreferrer" className="button button-quiet w-full">
            {t(`channel_${kind}`)}
            <Icon name="external" className="size-4 text-muted" />
          </a>
        </li>
      ))}
    </ul>
  )
}
