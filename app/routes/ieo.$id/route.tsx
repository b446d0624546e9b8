// Token sale page: project, terms, progress meter, application form, own applications.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { stageAt } from '#domain/ieo/terms'
import { formatUnits, trimZeros } from '#domain/money/amount'
import { Badge } from '../../components/badge'
import { featurePage } from '../../components/feature-words'
import { FigureList } from '../../components/figure-list'
import { IeoOrders, Meter, StageBadge, StageCountdown } from '../../components/ieo/sale'
import { Icon } from '../../components/icon'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { Prose } from '../../components/prose'
import { askFunds as clientAction } from '../../forms/funds'
import { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'
import { ApplyForm } from './apply-form'

export { action, loader } from './data.server'
export { clientAction, shouldRevalidate }
export { pageTitle as meta } from '../../text/title'

export default featurePage('ieo', Sale)

function Sale() {
  const { t } = useTranslation('ieo')
  const { project, rows, names, hasApplied, commandId, drawnAt } = useLoaderData<typeof loader>()
  const stage = stageAt(project, drawnAt)
  return (
    <div className="lg:px-5">
      <PageHeader title={project.title} backTo="/ieo" text={project.summary} />
      <div className="grid gap-4 px-3 lg:grid-cols-[minmax(0,1fr)_26rem] lg:items-start lg:gap-5 lg:px-0">
        {/* On a phone the form precedes the long project text. */}
        <div className="grid min-w-0 gap-4 max-lg:contents">
          <div className="panel overflow-hidden">
            {project.picture && (
              <img src={project.picture} alt="" width={800} height={300} className="aspect-8/3 w-full object-cover" />
            )}
            <div className="grid gap-3 p-4">
              <div className="flex flex-wrap items-center gap-1.5">
                <StageBadge stage={stage} />
                <Badge>{t(`mode_${project.mode}`)}</Badge>
              </div>
              <Meter supply={project.supply} taken={project.taken} asset={project.asset} />
              <StageCountdown sale={project} now={drawnAt} />
            </div>
          </div>
          <Terms />
          {rows.length > 0 && (
            <section className="panel min-w-0 overflow-hidden max-lg:order-last">
              <h2 className="px-4 pt-3 font-semibold">{t('own')}</h2>
              <IeoOrders rows={rows.map((row) => ({ ...row, names }))} />
            </section>
          )}
          <section className="panel grid gap-2 p-4 max-lg:order-last">
            <h2 className="font-semibold">{t('about')}</h2>
            <Prose html={project.content} />
            <Links />
          </section>
        </div>
        <div className="grid min-w-0 gap-4 max-lg:contents">
          {hasApplied && rows.length > 0 && (
            <div data-testid="applied">
              <Notice tone="good">{t('applied_notice')}</Notice>
            </div>
          )}
          <Allocation />
          {stage === 'ended' ? null : <ApplyForm key={commandId} />}
        </div>
      </div>
    </div>
  )
}

/** What decides first; the rest unfolds. */
function Terms() {
  const { t } = useTranslation('ieo')
  const numbers = useNumbers()
  const { project } = useLoaderData<typeof loader>()
  const { asset, mode, pays, min, userMax, cost, supply } = project
  const range = { min: numbers.count(min), max: numbers.count(userMax), asset: asset.code }
  const rows = [
    ['cost', `${numbers.decimal(trimZeros(formatUnits(cost, 6)))}\u00a0USDT`],
    ['per_user', t('range', range)],
    ['pays', pays.join(' · ')],
    ['ends_at', <Moment key="ends" at={project.endsAt} />],
    ['lock_days', numbers.count(project.lockDays)],
  ] as const
  const details = [
    ['supply', `${numbers.count(supply)}\u00a0${asset.code}`],
    ['starts_at', <Moment key="starts" at={project.startsAt} />],
    ['listing_at', <Moment key="listing" at={project.listingAt} />],
    ['mode', t(`mode_${mode}`)],
  ] as const
  return (
    <section className="panel grid gap-2 p-4 text-sm">
      <h2 className="text-base font-semibold">{t('terms')}</h2>
      <FigureList rows={rows.map(([key, value]) => ({ key, label: t(key), value }))} className="" />
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer items-center gap-1 font-medium">
          {t('details')}
          <Icon name="down" className="size-4 transition group-open:rotate-180" />
        </summary>
        <div className="grid gap-2">
          <FigureList rows={details.map(([key, value]) => ({ key, label: t(key), value }))} className="" />
          <p className="text-xs text-muted">{t(`mode_${mode}_text`)}</p>
          <p className="text-xs text-muted">{t('lock_text')}</p>
        </div>
      </details>
    </section>
  )
}

/** External links, through the leaving page. */
function Links() {
  const { t } = useTranslation('ieo')
  const { project } = useLoaderData<typeof loader>()
  const links = [
    ['website', project.website],
    ['white_paper', project.whitePaper],
  ] as const
  return (
    <p className="flex flex-wrap gap-x-4 text-sm">
      {links.map(
        ([key, address]) =>
          address && (
            <a
              key={key}
              href={`/web?url=${encodeURIComponent(address)}`}
              className="py-2 text-selected-text hover:underline"
            >
              {t(key)}
            </a>
          ),
      )}
    </p>
  )
}

/** Allotment result: the numbers behind every share, and the list. */
function Allocation() {
  const { t } = useTranslation('ieo')
  const numbers = useNumbers()
  const { project, drawnAt } = useLoaderData<typeof loader>()
  const { run } = project
  if (stageAt(project, drawnAt) !== 'ended') return null
  if (!run || run.listedAt === null) return <Notice tone="plain">{t('allocating')}</Notice>
  return (
    <section className="panel grid gap-2 p-4 text-sm">
      <h2 className="text-base font-semibold">{t('list_title')}</h2>
      <p className="text-muted">{t('list_text', { count: run.claims })}</p>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="text-muted">{t('total')}</span>
        <span className="tabular-nums">{numbers.count(run.total)}</span>
      </p>
      {run.root !== null && (
        <>
          <p className="text-muted">{t('root')}</p>
          <code className="text-2xs break-all">{run.root}</code>
          <a
            href={`/api/v1/ieo/allocation?project_id=${project.id}`}
            className="py-2 text-selected-text hover:underline"
          >
            {t('details')}
          </a>
        </>
      )}
    </section>
  )
}
