// Customer service page: opening hours, topics with frequent questions, own conversations, chat link.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../components/badge'
import { ButtonLink } from '../../components/button'
import { featurePage } from '../../components/feature-words'
import { FigureList } from '../../components/figure-list'
import { Icon } from '../../components/icon'
import { ListGroup, ListRow } from '../../components/list-row'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { useSite } from '../../site/site'
import { instantWords, zoneWords } from '../../text/dates'
import { currentOffset } from '../../visitor/zone'
import { alikeHours, localHours } from './local-hours'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default featurePage('support', Support)

function Support() {
  const { t } = useTranslation('support')
  const { t: tContent } = useTranslation('content')
  const { title, notice } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-5xl pb-8 lg:px-5 lg:py-3">
      <PageHeader title={title} text={t('text')} backTo="/" />
      <div className="grid gap-5 px-4 lg:grid-cols-2 lg:px-0">
        <div className="grid content-start gap-5">
          <Desk />
          <Notice tone="plain">{notice}</Notice>
          <Threads />
          <ListGroup title={t('other_ways')}>
            <ListRow to="/faq" lead={<Icon name="help" />} title={tContent('faq')} />
            <ListRow to="/contact" lead={<Icon name="mail" />} title={tContent('contact')} />
          </ListGroup>
        </div>
        <Topics />
      </div>
    </div>
  )
}

function Desk() {
  const { t } = useTranslation('support')
  const site = useSite()
  const { desk, opensAt } = useLoaderData<typeof loader>()
  const days = (from: number, to: number) =>
    [...new Set([from, to])].map((weekday) => t(`weekday_${weekday}` as 'weekday_1')).join('–')
  return (
    <section className="panel grid gap-3 p-4 text-sm">
      <p>
        <Badge tone={desk.isOpen ? 'good' : 'plain'}>{t(desk.isOpen ? 'open_now' : 'closed_now')}</Badge>
      </p>
      <FigureList
        rows={[
          ...(opensAt === null
            ? []
            : [{ key: 'opens', label: t('opens'), value: instantWords(opensAt, site).slice(0, -3) }]),
          { key: 'waiting', label: t('waiting'), value: desk.waiting },
          ...(desk.estimate === null
            ? []
            : [{ key: 'estimate', label: t('estimate'), value: t('minutes', { number: String(desk.estimate) }) }]),
        ]}
        look="close"
        className=""
      />
      <h2 className="font-semibold">{t('hours')}</h2>
      <FigureList
        rows={alikeHours(localHours(desk.hours, currentOffset(site.offset))).map(({ from, to, opens, closes }) => ({
          key: `${from} ${opens}`,
          label: days(from, to),
          value: `${opens}–${closes}`,
        }))}
        look="tight"
        className=""
      />
      <p className="text-xs text-muted">{t('hours_text', { zone: zoneWords(site.offset) })}</p>
      <ButtonLink to="/support/chat" variant="brand">
        {t('start')}
      </ButtonLink>
    </section>
  )
}

function Threads() {
  const { t } = useTranslation('support')
  const { threads } = useLoaderData<typeof loader>()
  if (threads.length === 0) return null
  return (
    <ListGroup title={t('threads')}>
      {threads.map(({ id, topic, openedAt, isClosed, isUnread }) => (
        <ListRow
          key={id}
          to={`/support/chat?thread=${id}`}
          title={t(`topic_${topic}`)}
          text={<Moment at={openedAt} />}
          end={isUnread ? <Badge tone="good">{t('unread')}</Badge> : <Badge>{t(isClosed ? 'closed' : 'open')}</Badge>}
        />
      ))}
    </ListGroup>
  )
}

function Topics() {
  const { t } = useTranslation('support')
  const { topics } = useLoaderData<typeof loader>()
  return (
    <section aria-label={t('topics')} className="grid content-start gap-3">
      <h2 className="text-sm font-medium text-muted">{t('topics')}</h2>
      {topics.map(({ topic, questions }) => (
        <details key={topic} className="panel group px-4 text-sm">
          <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-2">
            <h3 className="font-semibold">{t(`topic_${topic}`)}</h3>
            <Icon name="down" className="size-5 shrink-0 text-muted transition group-open:rotate-180" />
          </summary>
          <ul>
            {questions.map(({ id, heading }) => (
              <li key={id}>
                <Link to={`/faq#${id}`} className="block py-2 text-muted hover:text-ink hover:underline">
                  {heading}
                </Link>
              </li>
            ))}
          </ul>
          <Link to={`/support/chat?topic=${topic}`} className="inline-block pt-2 pb-4 font-semibold text-selected-text">
            {t('ask')}
          </Link>
        </details>
      ))}
    </section>
  )
}
