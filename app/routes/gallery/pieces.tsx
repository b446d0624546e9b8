// What is pressed, what says something, and what opens over the page.

import { useState } from 'react'
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
import { useWords } from '../../text/words'
import { Shelf } from './tokens'

const VARIANTS = ['brand', 'quiet', 'plain', 'selected', 'buy', 'sell', 'danger'] as const

export function Pieces() {
  const say = useWords('wallet')
  const sayShell = useWords('shell')
  const saySpot = useWords('spot')
  return (
    <>
      <Shelf name="button">
        {(['sm', 'md', 'lg'] as const).map((size) => (
          <div key={size} className="flex flex-wrap items-center gap-2">
            {VARIANTS.map((variant) => (
              <Button key={variant} variant={variant} size={size}>
                {variant === 'buy' ? saySpot('buy') : variant === 'sell' ? saySpot('sell') : sayShell('save')}
              </Button>
            ))}
          </div>
        ))}
        <div className="grid gap-2 sm:grid-cols-2">
          <Button variant="brand" disabled isWide>
            {say('transfer')}
          </Button>
          <Button variant="brand" isBusy isWide>
            {say('transfer')}
          </Button>
          <ButtonLink to="/assets" isWide>
            {say('title')}
          </ButtonLink>
          <ButtonLink to="/register" variant="selected" isWide>
            {sayShell('register')}
          </ButtonLink>
        </div>
      </Shelf>
      <Overlaid />
      <Shelf name="badge · avatar · copy-button">
        <div className="flex flex-wrap items-center gap-2">
          {(['plain', 'brand', 'good', 'bad', 'up', 'down', 'selected'] as const).map((tone) => (
            <Badge key={tone} tone={tone}>
              {saySpot('state_open')}
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
            bc1q…8k3d <CopyButton text="bc1qexample8k3d" label={say('reference')} />
          </span>
        </div>
      </Shelf>
      <Shelf name="tabs · steps">
        <Tabs label={sayShell('nav_main')} tabs={tabsOf(sayShell)} className="-mx-4" />
        <Tabs label={sayShell('nav_main')} tabs={tabsOf(sayShell)} variant="pill" />
        <Tabs label={sayShell('nav_main')} tabs={tabsOf(sayShell).slice(0, 3)} variant="segment" />
        <Steps label={say('transfer')} steps={[say('from'), say('amount'), say('to')]} current={1} />
      </Shelf>
      <Shelf name="notice · qr-code">
        <Notice tone="good">{sayShell('saved')}</Notice>
        <Notice tone="bad">{sayShell('error_text')}</Notice>
        <Notice tone="plain">{say('transfer_text')}</Notice>
        <QrCode text="https://cm.example/app" label="https://cm.example/app" />
      </Shelf>
      <Shelf name="empty · failure · skeleton" isWide>
        <div className="grid gap-4 lg:grid-cols-3">
          <Empty
            icon="inbox"
            title={say('bills')}
            action={<ButtonLink to="/market">{sayShell('nav_market')}</ButtonLink>}
          >
            {say('bills_empty')}
          </Empty>
          <Failure onRetry={() => toast(sayShell('error_title'), { tone: 'bad' })} />
          <SkeletonRows rows={4} />
        </div>
      </Shelf>
    </>
  )
}

const tabsOf = (say: ReturnType<typeof useWords<'shell'>>) =>
  (['nav_home', 'nav_market', 'nav_trade', 'nav_orders', 'nav_assets'] as const).map((word, index) => ({
    to: `?view=${word}`,
    words: say(word),
    isSelected: index === 1,
    ...(index === 3 && { count: 12 }),
  }))

function Overlaid() {
  const say = useWords('wallet')
  const sayShell = useWords('shell')
  const saySpot = useWords('spot')
  const [isOpen, setIsOpen] = useState(false)
  const [answer, setAnswer] = useState<boolean | null>(null)
  const ask = async () => {
    setAnswer(
      await askFirst({ title: saySpot('cancel'), text: say('transfer_text'), yes: saySpot('cancel'), tone: 'danger' }),
    )
  }
  return (
    <Shelf name="sheet · prompt · toast">
      <div className="flex flex-wrap gap-2">
        <Button data-testid="open-sheet" onPointerEnter={preloadSheet} onClick={() => setIsOpen(true)}>
          {say('transfer')}
        </Button>
        <Button data-testid="ask" variant="danger" onClick={() => void ask()} data-answer={answer}>
          {saySpot('cancel')}
        </Button>
        <Button data-testid="toast" onClick={() => toast(sayShell('saved'), { tone: 'good' })}>
          {sayShell('save')}
        </Button>
        <Button data-testid="toast-bad" onClick={() => toast(sayShell('unanswered'), { tone: 'bad' })}>
          {sayShell('error_title')}
        </Button>
      </div>
      <Sheet
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={say('transfer')}
        text={say('transfer_text')}
        foot={
          <Button variant="brand" isWide onClick={() => setIsOpen(false)}>
            {say('transfer')}
          </Button>
        }
      >
        <label className="grid gap-1.5 text-sm text-muted">
          {say('amount')}
          <input className="field" />
        </label>
      </Sheet>
    </Shelf>
  )
}
