// Mails and text messages stored here instead of being sent, each with its code in large digits.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../components/button'
import { CopyButton } from '../../components/copy-button'
import { Empty } from '../../components/empty'
import { Icon } from '../../components/icon'
import { Moment } from '../../components/moment'
import { PageHeader } from '../../components/page-header'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Outbox() {
  const { t } = useTranslation('identity')
  const { messages } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-3xl lg:px-4 lg:py-3">
      <PageHeader
        title={t('outbox_title')}
        text={t('outbox_text')}
        end={
          <ButtonLink to="/outbox" size="sm">
            <Icon name="refresh" className="size-4" />
            {t('outbox_refresh')}
          </ButtonLink>
        }
      />
      <div className="grid grid-cols-1 gap-3 px-4 pt-2 lg:px-0">
        {messages.length === 0 && (
          <div className="panel">
            <Empty icon="inbox">{t('outbox_empty')}</Empty>
          </div>
        )}
        {messages.map((message) => (
          <div key={message.id} className="panel p-4" data-target={message.target}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-xs text-muted">
              <span>
                {t('outbox_to')} <span className="text-ink">{message.target}</span>
              </span>
              <Moment at={message.createdAt} />
            </div>
            {message.subject && <h2 className="mt-2 font-semibold break-words">{message.subject}</h2>}
            {message.code && (
              <p className="mt-1 flex items-center gap-1">
                <span className="text-3xl font-bold tracking-widest" data-testid="code">
                  {message.code}
                </span>
                <CopyButton text={message.code} label={t('outbox_code')} />
              </p>
            )}
            <p className="mt-2 text-sm wrap-anywhere whitespace-pre-wrap text-muted">{message.body}</p>
          </div>
        ))}
      </div>
    </div>
  )
}
