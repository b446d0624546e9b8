// Transfer link of an underfunded wallet: a sheet with scripts, otherwise the transfer page.

import { Link } from '@remix-run/react'
import { type ReactNode, useState } from 'react'
import type { TransferTarget } from '../../forms/transfer'
import { useLoaded } from '../use-alive'

interface TransferLinkProps extends TransferTarget {
  readonly className?: string
  readonly 'aria-label'?: string
  readonly children: ReactNode
}

const load = () => import('./transfer-sheet')

export function TransferLink({ asset, to, missing, children, ...link }: TransferLinkProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const sheet = useLoaded(load, isOpen, close)
  return (
    <>
      <Link
        {...link}
        to={`/assets/transfer?asset=${asset.id}&to=${to}`}
        aria-haspopup="dialog"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {children}
      </Link>
      {sheet && <sheet.TransferSheet isOpen={isOpen} onClose={close} asset={asset} to={to} missing={missing} />}
    </>
  )
}
