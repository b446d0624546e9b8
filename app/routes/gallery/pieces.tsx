// Component gallery: buttons, notices, overlays.

import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/avatar'
import { Badge, CountBadge } from '../../components/badge'
import { Button, ButtonLink } from '../../components/button'
import { CopyButton } from '../../components/copy-button'
import { Empty } from '../../components/empty'
import { Failure } from '../../components/failure'
import { Notice } from '../../components/notice'
import { askFirst } from '../../components/prompt'
import { QrCode } from '../../components/qr-code'
import { Sheet, preloadSheet } from '../../components/sheet'
import { SkeletonRows } from '../../components/skeleton'
import { Steps } from '../../components/steps'
import { Tabs } from '../../components/tabs'
import { toast } from '../../components/toast'
import { Shelf } from './tokens'

const VARIANTS = ['brand', 'quiet', 'plain', 'selected', 'buy', 'sell', 'danger'] as const

export function Pieces() {
  const { t } = useTranslation('wallet')
  const { t: tShell } = useTranslation('shell')
  const { t: tSpot } = useTranslation('spot')
  return (
    <>
      <Shelf name="button">
        {(['sm', 'md', 'lg'] as const).map((size) => (
          <div key={size} className="flex flex-wrap items-center gap-2">
            {VARIANTS.map((variant) => (
              <Button key={variant} variant={variant} size={size}>
                {variant === 'buy' ? tSpot('buy') : variant === 'sell' ? tSpot('sell') : tShell('save')}
              </Button>
            ))}
          </div>
        ))}
        <div className="grid gap-2 sm:grid-cols-2">
          <Button variant="brand" disabled isWide>
            {t('transfer')}
          </Button>
          <Button variant="brand" isBusy isWide>
            {t('transfer')}
          </Button>
          <ButtonLink to="/assets" isWide>
            {t('title')}
          </ButtonLink>
          <ButtonLink to="/register" variant="selected" isWide>
            {tShell('register')}
          </ButtonLink>
        </div>
      </Shelf>
      <Overlaid />
      <Shelf name="badge · avatar · copy-button">
        <div className="flex flex-wrap items-center gap-2">
          {(['plain', 'brand', 'good', 'bad', 'up', 'down', 'selected'] as const).map((tone) => (
            <Badge key={tone} tone={tone}>
              {tSpot('state_open')}
            </Badge>
          ))}
          <CountBadge count={3} />
          <CountBadge count={120} />
        </div>
        <div className="flex items-center gap-3">
          <Avatar name="Alice" size="sm" />
          <Avatar name="花子" />
          <Avatar name="สมชาย" size="lg" />
          <Avatar name="CM" src="/icons/icon-192.png" size="lg" />
          <span className="flex items-center text-sm">
            bc1q…8k3d <CopyButton text="bc1qexample8k3d" label={t('reference')} />
          </span>
        </div>
      </Shelf>
      <Shelf name="tabs · steps">
        <Tabs label={tShell('nav_main')} tabs={tabsOf(tShell)} className="-mx-4" />
        <Tabs label={tShell('nav_main')} tabs={tabsOf(tShell)} variant="pill" />
        <Tabs label={tShell('nav_main')} tabs={tabsOf(tShell).slice(0, 3)} variant="segment" />
        <Steps label={t('transfer')} steps={[t('from'), t('amount'), t('to')]} current={1} />
      </Shelf>
      <Shelf name="notice · qr-code">
        <Notice tone="good">{tShell('saved')}</Notice>
        <Notice tone="bad">{tShell('error_text')}</Notice>
        <Notice tone="plain">{t('transfer_text')}</Notice>
        <QrCode text="https://cm.example/app" label="https://cm.example/app" />
      </Shelf>
      <Shelf name="empty · failure · skeleton" isWide>
        <div className="grid gap-4 lg:grid-cols-3">
          <Empty icon="inbox" title={t('bills')} action={<ButtonLink to="/market">{tShell('nav_market')}</ButtonLink>}>
            {t('bills_empty')}
          </Empty>
          <Failure onRetry={() => toast(tShell('error_title'), { tone: 'bad' })} />
          <SkeletonRows rows={4} />
        </div>
      </Shelf>
    </>
  )
}

const tabsOf = (t: TFunction<'shell'>) =>
  (['nav_home', 'nav_market', 'nav_trade', 'nav_orders', 'nav_assets'] as const).map((word, index) => ({
    to: `?view=${word}`,
    words: t(word),
    isSelected: index === 1,
    ...(index === 3 && { count: 12 }),
  }))

function Overlaid() {
  const { t } = useTranslation('wallet')
  const { t: tShell } = useTranslation('shell')
  const { t: tSpot } = useTranslation('spot')
  const [isOpen, setIsOpen] = useState(false)
  const [answer, setAnswer] = useState<boolean | null>(null)
  const ask = async () => {
    setAnswer(
      await askFirst({
        title: tSpot('cancel'),
        text: t('transfer_text'),
        yes: tSpot('cancel'),
        no: tSpot('keep_orders'),
        tone: 'danger',
      }),
    )
  }
  return (
    <Shelf name="sheet · prompt · toast">
      <div className="flex flex-wrap gap-2">
        <Button data-testid="open-sheet" onPointerEnter={preloadSheet} onClick={() => setIsOpen(true)}>
          {t('transfer')}
        </Button>
        <Button data-testid="ask" variant="danger" onClick={() => void ask()} data-answer={answer}>
          {tSpot('cancel')}
        </Button>
        <Button data-testid="toast" onClick={() => toast(tShell('saved'), { tone: 'good' })}>
          {tShell('save')}
        </Button>
        <Button data-testid="toast-bad" onClick={() => toast(tShell('unanswered'), { tone: 'bad' })}>
          {tShell('error_title')}
        </Button>
      </div>
      <Sheet
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('transfer')}
        text={t('transfer_text')}
        foot={
          <Button variant="brand" isWide onClick={() => setIsOpen(false)}>
            {t('transfer')}
          </Button>
        }
      >
        <label className="grid gap-1.5 text-sm text-muted">
          {t('amount')}
          <input className="field" />
        </label>
      </Sheet>
    </Shelf>
  )
}
