CREATE TABLE `activity_day` (
	`day` integer PRIMARY KEY NOT NULL,
	`sums` text NOT NULL,
	`revision` integer NOT NULL,
	`reported` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alert` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`symbol` text NOT NULL,
	`price_decimals` integer NOT NULL,
	`target_steps` integer,
	`direction` text,
	`rate` text,
	`hours` integer,
	`start_steps` integer,
	`start_at` integer,
	`order_no` integer,
	`lots_then` integer,
	`position_no` integer,
	`state` text NOT NULL,
	`since` integer NOT NULL,
	`is_seen` integer NOT NULL,
	`told_steps` integer,
	`set_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `alert_open` ON `alert` (`id`) WHERE "alert"."state" = 'open';--> statement-breakpoint
CREATE TABLE `buy_credit` (
	`order_id` integer PRIMARY KEY NOT NULL,
	`asset_id` integer NOT NULL,
	`amount` text NOT NULL,
	`fee` text NOT NULL,
	`at` integer NOT NULL,
	`reversed_at` integer,
	`owed` text NOT NULL,
	`questioned_at` integer,
	CONSTRAINT "buy_credit_amount" CHECK(typeof("buy_credit"."amount") = 'text' AND ("buy_credit"."amount" = '0' OR ("buy_credit"."amount" GLOB '[1-9]*' AND "buy_credit"."amount" NOT GLOB '*[^0-9]*'))),
	CONSTRAINT "buy_credit_fee" CHECK(typeof("buy_credit"."fee") = 'text' AND ("buy_credit"."fee" = '0' OR ("buy_credit"."fee" GLOB '[1-9]*' AND "buy_credit"."fee" NOT GLOB '*[^0-9]*'))),
	CONSTRAINT "buy_credit_owed" CHECK(typeof("buy_credit"."owed") = 'text' AND ("buy_credit"."owed" = '0' OR ("buy_credit"."owed" GLOB '[1-9]*' AND "buy_credit"."owed" NOT GLOB '*[^0-9]*')))
);
--> statement-breakpoint
CREATE TABLE `conditional_order` (
	`conditional_no` integer PRIMARY KEY NOT NULL,
	`symbol` text NOT NULL,
	`side` text NOT NULL,
	`kind` text NOT NULL,
	`stop_steps` integer,
	`profit_steps` integer,
	`trail_steps` integer,
	`trail_rate` text,
	`best_tick` text,
	`best_steps` integer,
	`limit_ticks` integer,
	`worst_ticks` integer,
	`lots` integer NOT NULL,
	`budget` text,
	`asset_id` integer NOT NULL,
	`held` text NOT NULL,
	`linked_no` integer,
	`leg_ticks` integer,
	`price_decimals` integer NOT NULL,
	`tick_steps` integer NOT NULL,
	`price_band` text NOT NULL,
	`state` text NOT NULL,
	`ended_by` text,
	`cause` text,
	`fired_steps` integer,
	`fired_at` integer,
	`receipt_id` text,
	`order_no` integer,
	`refusal` text,
	`refusal_facts` text,
	`accepted_at` integer NOT NULL,
	`since` integer,
	`is_seen` integer NOT NULL,
	`ended_at` integer,
	CONSTRAINT "conditional_order_lots" CHECK(typeof("conditional_order"."lots") = 'integer' AND "conditional_order"."lots" BETWEEN 0 AND 9007199254740991),
	CONSTRAINT "conditional_order_held" CHECK(typeof("conditional_order"."held") = 'text' AND ("conditional_order"."held" = '0' OR ("conditional_order"."held" GLOB '[1-9]*' AND "conditional_order"."held" NOT GLOB '*[^0-9]*')))
);
--> statement-breakpoint
CREATE INDEX `conditional_order_live` ON `conditional_order` (`conditional_no`) WHERE "conditional_order"."state" IN ('waiting', 'live', 'firing', 'sent');--> statement-breakpoint
CREATE INDEX `conditional_order_by_symbol` ON `conditional_order` (`symbol`,`conditional_no`);--> statement-breakpoint
CREATE TABLE `copy_following` (
	`trader_id` integer PRIMARY KEY NOT NULL,
	`nickname` text NOT NULL,
	`kind` text NOT NULL,
	`number` integer NOT NULL,
	`margin_max` text,
	`order_max` text,
	`loss_max` text,
	`share` text NOT NULL,
	`country` text NOT NULL,
	`is_verified` integer NOT NULL,
	`state` text NOT NULL,
	`end` text,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`net` text NOT NULL,
	`net_at_start` text NOT NULL,
	`high_water` text NOT NULL,
	`share_owed` text NOT NULL,
	`share_paid` text NOT NULL,
	CONSTRAINT "copy_following_state" CHECK("copy_following"."state" IN ('active', 'ended')),
	CONSTRAINT "copy_following_number" CHECK("copy_following"."number" > 0)
);
--> statement-breakpoint
CREATE TABLE `copy_order` (
	`copy_no` integer PRIMARY KEY NOT NULL,
	`trader_id` integer NOT NULL,
	`trader_position_no` integer NOT NULL,
	`symbol` text NOT NULL,
	`asset_id` integer NOT NULL,
	`direction` text NOT NULL,
	`leverage` integer NOT NULL,
	`trader_lots` integer NOT NULL,
	`trader_steps` integer NOT NULL,
	`trader_at` integer NOT NULL,
	`price_decimals` integer NOT NULL,
	`told_at` integer NOT NULL,
	`position_no` integer,
	`state` text NOT NULL,
	`self_held_at` integer,
	`marked_at` integer,
	`reason` text,
	`facts` text,
	`costs` text NOT NULL,
	`net` text NOT NULL,
	`ended_at` integer,
	CONSTRAINT "copy_order_state" CHECK("copy_order"."state" IN ('live', 'closed', 'missed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `copy_order_of_trade` ON `copy_order` (`trader_id`,`trader_position_no`);--> statement-breakpoint
CREATE INDEX `copy_order_by_position` ON `copy_order` (`position_no`);--> statement-breakpoint
CREATE INDEX `copy_order_live` ON `copy_order` (`copy_no`) WHERE "copy_order"."state" = 'live';--> statement-breakpoint
CREATE TABLE `copy_told` (
	`position_no` integer PRIMARY KEY NOT NULL,
	`lots` integer NOT NULL,
	`take_profit` integer,
	`stop_loss` integer,
	`take_profit_lots` integer,
	`stop_loss_lots` integer
);
--> statement-breakpoint
CREATE TABLE `copy_trader` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`is_open` integer NOT NULL,
	`opened_at` integer NOT NULL,
	`earned` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `conversion` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`command_id` text NOT NULL,
	`from_asset_id` integer NOT NULL,
	`to_asset_id` integer NOT NULL,
	`given` text NOT NULL,
	`fee` text NOT NULL,
	`received` text NOT NULL,
	`receipt_id` text NOT NULL,
	`value` text DEFAULT '0' NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `conversion_by_at` ON `conversion` (`at`);--> statement-breakpoint
CREATE INDEX `conversion_by_command` ON `conversion` (`command_id`);--> statement-breakpoint
CREATE TABLE `deposit_credit` (
	`id` integer PRIMARY KEY NOT NULL,
	`asset_id` integer NOT NULL,
	`amount` text NOT NULL,
	`state` text NOT NULL,
	`recalled` text NOT NULL,
	`at` integer NOT NULL,
	CONSTRAINT "deposit_credit_amount" CHECK(typeof("deposit_credit"."amount") = 'text' AND ("deposit_credit"."amount" = '0' OR ("deposit_credit"."amount" GLOB '[1-9]*' AND "deposit_credit"."amount" NOT GLOB '*[^0-9]*'))),
	CONSTRAINT "deposit_credit_recalled" CHECK(typeof("deposit_credit"."recalled") = 'text' AND ("deposit_credit"."recalled" = '0' OR ("deposit_credit"."recalled" GLOB '[1-9]*' AND "deposit_credit"."recalled" NOT GLOB '*[^0-9]*'))),
	CONSTRAINT "deposit_credit_state" CHECK("deposit_credit"."state" IN ('credited', 'recalled', 'kept', 'returned'))
);
--> statement-breakpoint
CREATE TABLE `payout` (
	`withdrawal_id` integer NOT NULL,
	`tx_id` text NOT NULL,
	`paid` text NOT NULL,
	`is_payment` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`withdrawal_id`, `tx_id`),
	CONSTRAINT "payout_paid" CHECK(typeof("payout"."paid") = 'text' AND ("payout"."paid" = '0' OR ("payout"."paid" GLOB '[1-9]*' AND "payout"."paid" NOT GLOB '*[^0-9]*')))
);
--> statement-breakpoint
CREATE TABLE `withdrawal` (
	`id` integer PRIMARY KEY NOT NULL,
	`asset_id` integer NOT NULL,
	`amount` text NOT NULL,
	`fee` text NOT NULL,
	`btc_value` text NOT NULL,
	`state` text NOT NULL,
	`at` integer NOT NULL,
	`settled_at` integer,
	CONSTRAINT "withdrawal_amount" CHECK(typeof("withdrawal"."amount") = 'text' AND ("withdrawal"."amount" = '0' OR ("withdrawal"."amount" GLOB '[1-9]*' AND "withdrawal"."amount" NOT GLOB '*[^0-9]*'))),
	CONSTRAINT "withdrawal_fee" CHECK(typeof("withdrawal"."fee") = 'text' AND ("withdrawal"."fee" = '0' OR ("withdrawal"."fee" GLOB '[1-9]*' AND "withdrawal"."fee" NOT GLOB '*[^0-9]*'))),
	CONSTRAINT "withdrawal_btc_value" CHECK(typeof("withdrawal"."btc_value") = 'text' AND ("withdrawal"."btc_value" = '0' OR ("withdrawal"."btc_value" GLOB '[1-9]*' AND "withdrawal"."btc_value" NOT GLOB '*[^0-9]*'))),
	CONSTRAINT "withdrawal_state" CHECK("withdrawal"."state" IN ('held', 'approved', 'captured', 'released', 'cancelled', 'void'))
);
--> statement-breakpoint
CREATE INDEX `withdrawal_by_time` ON `withdrawal` (`at`);--> statement-breakpoint
CREATE TABLE `futures_close` (
	`id` integer PRIMARY KEY NOT NULL,
	`position_no` integer NOT NULL,
	`symbol` text NOT NULL,
	`lots` integer NOT NULL,
	`cause` text NOT NULL,
	`index_steps` integer NOT NULL,
	`close_steps` integer NOT NULL,
	`result` text NOT NULL,
	`margin_freed` text NOT NULL,
	`liquidation_fee` text NOT NULL,
	`insured` text NOT NULL,
	`receipt_id` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `futures_close_by_position` ON `futures_close` (`position_no`);--> statement-breakpoint
CREATE TABLE `futures_mark` (
	`symbol` text PRIMARY KEY NOT NULL,
	`steps` integer NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `futures_position` (
	`position_no` integer PRIMARY KEY NOT NULL,
	`symbol` text NOT NULL,
	`asset_id` integer NOT NULL,
	`direction` text NOT NULL,
	`mode` text NOT NULL,
	`kind` text NOT NULL,
	`leverage` integer NOT NULL,
	`lots_ordered` integer NOT NULL,
	`lots` integer NOT NULL,
	`entry_steps` integer,
	`worst_steps` integer,
	`open_steps` integer,
	`margin` text NOT NULL,
	`margin_at_open` text NOT NULL,
	`maintenance_rate` text NOT NULL,
	`fee` text NOT NULL,
	`overnight_paid` text NOT NULL,
	`realised` text NOT NULL,
	`liquidation_fees` text NOT NULL,
	`insured` text NOT NULL,
	`take_profit` integer,
	`stop_loss` integer,
	`take_profit_lots` integer,
	`stop_loss_lots` integer,
	`state` text NOT NULL,
	`cause` text,
	`stops_set_at` integer,
	`margin_set_at` integer,
	`close_asked_at` integer,
	`close_asked_lots` integer,
	`terms` text NOT NULL,
	`open_receipt_id` text,
	`accepted_at` integer NOT NULL,
	`opened_at` integer,
	`ended_at` integer,
	`charged_at` integer,
	`holder` text,
	`freed_at` integer,
	`open_index_steps` integer,
	CONSTRAINT "futures_position_margin" CHECK(typeof("futures_position"."margin") = 'text' AND ("futures_position"."margin" = '0' OR ("futures_position"."margin" GLOB '[1-9]*' AND "futures_position"."margin" NOT GLOB '*[^0-9]*'))),
	CONSTRAINT "futures_position_lots" CHECK("futures_position"."lots" BETWEEN 0 AND "futures_position"."lots_ordered"),
	CONSTRAINT "futures_position_state" CHECK("futures_position"."state" IN ('pending', 'open', 'closed', 'cancelled'))
);
--> statement-breakpoint
CREATE INDEX `futures_position_live` ON `futures_position` (`position_no`) WHERE "futures_position"."state" IN ('pending', 'open');--> statement-breakpoint
CREATE INDEX `futures_position_by_symbol` ON `futures_position` (`symbol`,`position_no`);--> statement-breakpoint
CREATE TABLE `game_round` (
	`round_no` integer PRIMARY KEY NOT NULL,
	`seed_no` integer NOT NULL,
	`nonce` integer NOT NULL,
	`client_seed` text NOT NULL,
	`asset_id` integer NOT NULL,
	`asset` text NOT NULL,
	`under` integer NOT NULL,
	`roll` integer NOT NULL,
	`stake` text NOT NULL,
	`paid` text NOT NULL,
	`at` integer NOT NULL,
	CONSTRAINT "game_round_stake" CHECK(typeof("game_round"."stake") = 'text' AND ("game_round"."stake" = '0' OR ("game_round"."stake" GLOB '[1-9]*' AND "game_round"."stake" NOT GLOB '*[^0-9]*'))),
	CONSTRAINT "game_round_paid" CHECK(typeof("game_round"."paid") = 'text' AND ("game_round"."paid" = '0' OR ("game_round"."paid" GLOB '[1-9]*' AND "game_round"."paid" NOT GLOB '*[^0-9]*'))),
	CONSTRAINT "game_round_roll" CHECK("game_round"."roll" BETWEEN 0 AND 9999)
);
--> statement-breakpoint
CREATE INDEX `game_round_by_seed` ON `game_round` (`seed_no`,`nonce`);--> statement-breakpoint
CREATE TABLE `game_seed` (
	`seed_no` integer PRIMARY KEY NOT NULL,
	`seed` text NOT NULL,
	`commitment` text NOT NULL,
	`committed_at` integer NOT NULL,
	`revealed_at` integer,
	`receipt_id` text
);
--> statement-breakpoint
CREATE TABLE `ieo_order` (
	`order_no` integer PRIMARY KEY NOT NULL,
	`project_id` integer NOT NULL,
	`asset_id` integer NOT NULL,
	`pay_asset_id` integer NOT NULL,
	`quantity` integer NOT NULL,
	`held` text NOT NULL,
	`tick` text,
	`terms` text NOT NULL,
	`state` text NOT NULL,
	`cause` text,
	`claim_no` integer,
	`allotted` integer,
	`paid` text NOT NULL,
	`unlocked_days` integer NOT NULL,
	`unlocked` text NOT NULL,
	`accepted_at` integer NOT NULL,
	`settled_at` integer,
	`delivered_at` integer,
	CONSTRAINT "ieo_order_quantity" CHECK(typeof("ieo_order"."quantity") = 'integer' AND "ieo_order"."quantity" BETWEEN 0 AND 9007199254740991),
	CONSTRAINT "ieo_order_held" CHECK(typeof("ieo_order"."held") = 'text' AND ("ieo_order"."held" = '0' OR ("ieo_order"."held" GLOB '[1-9]*' AND "ieo_order"."held" NOT GLOB '*[^0-9]*'))),
	CONSTRAINT "ieo_order_paid" CHECK(typeof("ieo_order"."paid") = 'text' AND ("ieo_order"."paid" = '0' OR ("ieo_order"."paid" GLOB '[1-9]*' AND "ieo_order"."paid" NOT GLOB '*[^0-9]*'))),
	CONSTRAINT "ieo_order_unlocked" CHECK(typeof("ieo_order"."unlocked") = 'text' AND ("ieo_order"."unlocked" = '0' OR ("ieo_order"."unlocked" GLOB '[1-9]*' AND "ieo_order"."unlocked" NOT GLOB '*[^0-9]*'))),
	CONSTRAINT "ieo_order_state" CHECK("ieo_order"."state" IN ('held', 'refused', 'applied', 'allotted', 'unlocking', 'done'))
);
--> statement-breakpoint
CREATE INDEX `ieo_order_live` ON `ieo_order` (`order_no`) WHERE "ieo_order"."state" IN ('held', 'applied', 'allotted', 'unlocking');--> statement-breakpoint
CREATE INDEX `ieo_order_by_project` ON `ieo_order` (`project_id`,`order_no`);--> statement-breakpoint
CREATE INDEX `ieo_order_by_claim` ON `ieo_order` (`claim_no`);--> statement-breakpoint
CREATE TABLE `held_message` (
	`message_id` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `message` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`ref` text NOT NULL,
	`facts` text NOT NULL,
	`state` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `message_ref` ON `message` (`ref`) WHERE "message"."kind" <> 'order_filled';--> statement-breakpoint
CREATE INDEX `message_unread` ON `message` (`id`) WHERE "message"."state" = 'unread';--> statement-breakpoint
CREATE TABLE `message_preference` (
	`kind` text NOT NULL,
	`channel` text NOT NULL,
	`is_on` integer NOT NULL,
	PRIMARY KEY(`kind`, `channel`)
);
--> statement-breakpoint
CREATE TABLE `opened_news` (
	`news_id` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `push_subscription` (
	`endpoint` text PRIMARY KEY NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`session_id` text NOT NULL,
	`added_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `quiet_hours` (
	`id` integer PRIMARY KEY NOT NULL,
	`from_minute` integer NOT NULL,
	`until_minute` integer NOT NULL,
	`zone` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `invest_order` (
	`order_no` integer PRIMARY KEY NOT NULL,
	`series_id` integer NOT NULL,
	`series` text NOT NULL,
	`shares` integer NOT NULL,
	`asset_id` integer NOT NULL,
	`amount` text NOT NULL,
	`state` text NOT NULL,
	`cause` text,
	`shares_left` integer,
	`accepted_at` integer NOT NULL,
	`matures_at` integer NOT NULL,
	`fixing_steps` integer,
	`side` text,
	`paid_asset_id` integer,
	`paid` text,
	`receipt_id` text,
	`ended_at` integer,
	CONSTRAINT "invest_order_amount" CHECK(typeof("invest_order"."amount") = 'text' AND ("invest_order"."amount" = '0' OR ("invest_order"."amount" GLOB '[1-9]*' AND "invest_order"."amount" NOT GLOB '*[^0-9]*'))),
	CONSTRAINT "invest_order_state" CHECK("invest_order"."state" IN ('pending', 'purchased', 'success', 'fail', 'called_off'))
);
--> statement-breakpoint
CREATE INDEX `invest_order_live` ON `invest_order` (`order_no`) WHERE "invest_order"."state" IN ('pending', 'purchased');--> statement-breakpoint
CREATE TABLE `balance` (
	`wallet` text NOT NULL,
	`asset_id` integer NOT NULL,
	`available` text NOT NULL,
	`held` text NOT NULL,
	PRIMARY KEY(`wallet`, `asset_id`),
	CONSTRAINT "balance_available" CHECK(typeof("balance"."available") = 'text' AND ("balance"."available" = '0' OR ("balance"."available" GLOB '[1-9]*' AND "balance"."available" NOT GLOB '*[^0-9]*'))),
	CONSTRAINT "balance_held" CHECK(typeof("balance"."held") = 'text' AND ("balance"."held" = '0' OR ("balance"."held" GLOB '[1-9]*' AND "balance"."held" NOT GLOB '*[^0-9]*')))
);
--> statement-breakpoint
CREATE TABLE `bill` (
	`id` integer PRIMARY KEY NOT NULL,
	`entry_id` integer NOT NULL,
	`at` integer NOT NULL,
	`wallet` text NOT NULL,
	`asset_id` integer NOT NULL,
	`reason` text NOT NULL,
	`ref` text NOT NULL,
	`value` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`receipt_id` text,
	CONSTRAINT "bill_before" CHECK(typeof("bill"."before") = 'text' AND ("bill"."before" = '0' OR ("bill"."before" GLOB '[1-9]*' AND "bill"."before" NOT GLOB '*[^0-9]*'))),
	CONSTRAINT "bill_after" CHECK(typeof("bill"."after") = 'text' AND ("bill"."after" = '0' OR ("bill"."after" GLOB '[1-9]*' AND "bill"."after" NOT GLOB '*[^0-9]*')))
);
--> statement-breakpoint
CREATE INDEX `bill_by_asset` ON `bill` (`wallet`,`asset_id`,`id`);--> statement-breakpoint
CREATE TABLE `entry` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`reason` text NOT NULL,
	`ref` text NOT NULL,
	`lines` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `entry_grant` ON `entry` (`ref`) WHERE "entry"."reason" = 'demo_grant';--> statement-breakpoint
CREATE UNIQUE INDEX `entry_correction` ON `entry` (`ref`) WHERE "entry"."reason" = 'correction';--> statement-breakpoint
CREATE TABLE `hold` (
	`ref` text PRIMARY KEY NOT NULL,
	`wallet` text NOT NULL,
	`asset_id` integer NOT NULL,
	`amount` text NOT NULL,
	CONSTRAINT "hold_amount" CHECK(typeof("hold"."amount") = 'text' AND ("hold"."amount" = '0' OR ("hold"."amount" GLOB '[1-9]*' AND "hold"."amount" NOT GLOB '*[^0-9]*')))
);
--> statement-breakpoint
CREATE TABLE `own_limit` (
	`kind` text PRIMARY KEY NOT NULL,
	`value` text,
	`next` text,
	`next_at` integer
);
--> statement-breakpoint
CREATE TABLE `own_result` (
	`day` integer PRIMARY KEY NOT NULL,
	`result` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `own_session` (
	`id` integer PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`last_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `loan` (
	`loan_id` integer PRIMARY KEY NOT NULL,
	`asset_id` integer NOT NULL,
	`amount` text NOT NULL,
	`terms` text NOT NULL,
	`state` text NOT NULL,
	`opened_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`principal` text NOT NULL,
	`interest` text NOT NULL,
	`late` text NOT NULL,
	`carry` text NOT NULL,
	`hours_charged` integer NOT NULL,
	`charged` text NOT NULL,
	`repaid` text NOT NULL,
	`ended_at` integer,
	`revision` integer NOT NULL,
	`told` integer NOT NULL,
	CONSTRAINT "loan_amount" CHECK(typeof("loan"."amount") = 'text' AND ("loan"."amount" = '0' OR ("loan"."amount" GLOB '[1-9]*' AND "loan"."amount" NOT GLOB '*[^0-9]*'))),
	CONSTRAINT "loan_principal" CHECK(typeof("loan"."principal") = 'text' AND ("loan"."principal" = '0' OR ("loan"."principal" GLOB '[1-9]*' AND "loan"."principal" NOT GLOB '*[^0-9]*'))),
	CONSTRAINT "loan_state" CHECK("loan"."state" IN ('running', 'repaid', 'seized'))
);
--> statement-breakpoint
CREATE INDEX `loan_live` ON `loan` (`loan_id`) WHERE "loan"."state" = 'running' OR "loan"."told" < "loan"."revision";--> statement-breakpoint
CREATE TABLE `loan_event` (
	`id` integer PRIMARY KEY NOT NULL,
	`loan_id` integer NOT NULL,
	`kind` text NOT NULL,
	`amount` text NOT NULL,
	`receipt_id` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `loan_event_by_loan` ON `loan_event` (`loan_id`,`id`);--> statement-breakpoint
CREATE TABLE `loan_hour` (
	`loan_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`amount` text NOT NULL,
	`is_late` integer NOT NULL,
	`base` text NOT NULL,
	`receipt_id` text,
	PRIMARY KEY(`loan_id`, `hour`)
);
--> statement-breakpoint
CREATE TABLE `loan_margin` (
	`id` integer PRIMARY KEY NOT NULL,
	`called` integer NOT NULL,
	`selling_since` integer,
	`cause` text,
	`order_no` integer,
	`retry_at` integer NOT NULL,
	`silent_since` integer,
	`stuck_at` integer,
	`delisted` text NOT NULL,
	`skipped` text NOT NULL,
	`acted_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`marks` text NOT NULL,
	`watched` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `mining_deposit` (
	`order_no` integer PRIMARY KEY NOT NULL,
	`product_id` integer NOT NULL,
	`asset_id` integer NOT NULL,
	`amount` text NOT NULL,
	`steps` integer NOT NULL,
	`terms` text NOT NULL,
	`boost` text,
	`is_renewed` integer NOT NULL,
	`state` text NOT NULL,
	`steps_left` integer,
	`accepted_at` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`matures_at` integer NOT NULL,
	`term` integer NOT NULL,
	`days_paid` integer NOT NULL,
	`days_paid_all` integer NOT NULL,
	`yielded` text NOT NULL,
	`penalty` text NOT NULL,
	`ended_at` integer,
	`revision` integer NOT NULL,
	`told` integer NOT NULL,
	`receipt_id` text,
	CONSTRAINT "mining_deposit_amount" CHECK(typeof("mining_deposit"."amount") = 'text' AND ("mining_deposit"."amount" = '0' OR ("mining_deposit"."amount" GLOB '[1-9]*' AND "mining_deposit"."amount" NOT GLOB '*[^0-9]*'))),
	CONSTRAINT "mining_deposit_state" CHECK("mining_deposit"."state" IN ('pending', 'running', 'redeemed', 'returned', 'called_off'))
);
--> statement-breakpoint
CREATE INDEX `mining_deposit_live` ON `mining_deposit` (`order_no`) WHERE "mining_deposit"."state" IN ('pending', 'running') OR "mining_deposit"."told" < "mining_deposit"."revision";--> statement-breakpoint
CREATE TABLE `mining_yield` (
	`order_no` integer NOT NULL,
	`day` integer NOT NULL,
	`amount` text NOT NULL,
	`is_boosted` integer NOT NULL,
	PRIMARY KEY(`order_no`, `day`)
);
--> statement-breakpoint
CREATE TABLE `nft_act` (
	`act_no` integer PRIMARY KEY NOT NULL,
	`lot_id` integer NOT NULL,
	`kind` text NOT NULL,
	`asset_id` integer NOT NULL,
	`price` text,
	`steps` integer NOT NULL,
	`held` text NOT NULL,
	`work` text NOT NULL,
	`state` text NOT NULL,
	`cause` text,
	`at` integer NOT NULL,
	`work_id` integer
);
--> statement-breakpoint
CREATE INDEX `nft_act_sent` ON `nft_act` (`act_no`) WHERE "nft_act"."state" = 'sent';--> statement-breakpoint
CREATE INDEX `nft_act_by_lot` ON `nft_act` (`lot_id`,`act_no`);--> statement-breakpoint
CREATE TABLE `nft_credit` (
	`ref` text PRIMARY KEY NOT NULL,
	`lot_id` integer NOT NULL,
	`asset_id` integer NOT NULL,
	`amount` text NOT NULL,
	`at` integer NOT NULL,
	`work_id` integer
);
--> statement-breakpoint
CREATE TABLE `nft_stake` (
	`lot_id` integer PRIMARY KEY NOT NULL,
	`asset_id` integer NOT NULL,
	`margin` text NOT NULL,
	`state` text NOT NULL,
	`price` text,
	`pay_by` integer,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `nft_stake_live` ON `nft_stake` (`lot_id`) WHERE "nft_stake"."state" IN ('asked', 'bidding', 'won');--> statement-breakpoint
CREATE TABLE `option_order` (
	`order_no` integer PRIMARY KEY NOT NULL,
	`symbol` text NOT NULL,
	`asset_id` integer NOT NULL,
	`direction` text NOT NULL,
	`seconds` integer NOT NULL,
	`stake` text NOT NULL,
	`fee` text NOT NULL,
	`terms` text NOT NULL,
	`state` text NOT NULL,
	`outcome` text,
	`cause` text,
	`accepted_at` integer NOT NULL,
	`entry_tick` text,
	`entry_steps` integer,
	`due_at` integer,
	`exit_at` integer,
	`exit_steps` integer,
	`paid` text,
	`receipt_id` text,
	`ended_at` integer,
	CONSTRAINT "option_order_stake" CHECK(typeof("option_order"."stake") = 'text' AND ("option_order"."stake" = '0' OR ("option_order"."stake" GLOB '[1-9]*' AND "option_order"."stake" NOT GLOB '*[^0-9]*'))),
	CONSTRAINT "option_order_state" CHECK("option_order"."state" IN ('pending', 'open', 'settled', 'void', 'called_off'))
);
--> statement-breakpoint
CREATE INDEX `option_order_live` ON `option_order` (`order_no`) WHERE "option_order"."state" IN ('pending', 'open');--> statement-breakpoint
CREATE INDEX `option_order_by_symbol` ON `option_order` (`symbol`,`order_no`);--> statement-breakpoint
CREATE INDEX `option_order_settled` ON `option_order` (`ended_at`) WHERE "option_order"."state" = 'settled';--> statement-breakpoint
CREATE TABLE `portfolio_cost` (
	`key` text PRIMARY KEY NOT NULL,
	`known` text NOT NULL,
	`unknown` text NOT NULL,
	`cost` text NOT NULL,
	`realized` text NOT NULL,
	`unpriced` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `portfolio_item` (
	`key` text PRIMARY KEY NOT NULL,
	`asset_id` integer NOT NULL,
	`units` text NOT NULL,
	`known` text NOT NULL,
	`cost` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `portfolio_mark` (
	`id` integer PRIMARY KEY NOT NULL,
	`entry_id` integer NOT NULL,
	`bill_id` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `portfolio_period` (
	`step` text NOT NULL,
	`at` integer NOT NULL,
	`lines` text NOT NULL,
	PRIMARY KEY(`step`, `at`)
);
--> statement-breakpoint
CREATE TABLE `coupon` (
	`ref` text PRIMARY KEY NOT NULL,
	`coupon_id` integer NOT NULL,
	`terms` text NOT NULL,
	`state` text NOT NULL,
	`granted_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`ends_at` integer,
	`saved` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `peer_message` (
	`peer` integer NOT NULL,
	`seq` integer NOT NULL,
	`message` text NOT NULL,
	PRIMARY KEY(`peer`, `seq`)
);
--> statement-breakpoint
CREATE TABLE `peer_stream` (
	`peer` integer PRIMARY KEY NOT NULL,
	`sent` integer NOT NULL,
	`stored` integer NOT NULL,
	`received` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `rebate_earned` (
	`asset_id` integer PRIMARY KEY NOT NULL,
	`amount` text NOT NULL,
	`told` text DEFAULT '0' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `rebate_pending` (
	`asset_id` integer PRIMARY KEY NOT NULL,
	`amount` text NOT NULL,
	`value` text NOT NULL,
	CONSTRAINT "rebate_pending_amount" CHECK(typeof("rebate_pending"."amount") = 'text' AND ("rebate_pending"."amount" = '0' OR ("rebate_pending"."amount" GLOB '[1-9]*' AND "rebate_pending"."amount" NOT GLOB '*[^0-9]*')))
);
--> statement-breakpoint
CREATE TABLE `standing` (
	`id` integer PRIMARY KEY NOT NULL,
	`level` integer NOT NULL,
	`inviter_id` integer,
	`inviter_level` integer NOT NULL,
	`rebate_value` text NOT NULL,
	`revision` integer NOT NULL,
	`followed` integer NOT NULL,
	`level_told` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `volume` (
	`day` integer PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `quiz_bet` (
	`bet_no` integer PRIMARY KEY NOT NULL,
	`event_id` integer NOT NULL,
	`option` integer NOT NULL,
	`asset_id` integer NOT NULL,
	`stake` text NOT NULL,
	`key` text NOT NULL,
	`state` text NOT NULL,
	`cause` text,
	`at` integer NOT NULL,
	`paid` text,
	`receipt_id` text,
	`ended_at` integer,
	CONSTRAINT "quiz_bet_stake" CHECK(typeof("quiz_bet"."stake") = 'text' AND ("quiz_bet"."stake" = '0' OR ("quiz_bet"."stake" GLOB '[1-9]*' AND "quiz_bet"."stake" NOT GLOB '*[^0-9]*')))
);
--> statement-breakpoint
CREATE INDEX `quiz_bet_live` ON `quiz_bet` (`bet_no`) WHERE "quiz_bet"."state" IN ('sent', 'in');--> statement-breakpoint
CREATE INDEX `quiz_bet_by_event` ON `quiz_bet` (`event_id`,`bet_no`);--> statement-breakpoint
CREATE TABLE `agent_act` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`name` text NOT NULL,
	`command` text NOT NULL,
	`value` text NOT NULL,
	`outcome` text
);
--> statement-breakpoint
CREATE TABLE `agent_request` (
	`id` integer PRIMARY KEY NOT NULL,
	`key_id` text NOT NULL,
	`name` text NOT NULL,
	`at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`order` text NOT NULL,
	`value` text NOT NULL,
	`state` text NOT NULL,
	`ended_at` integer,
	`order_no` integer
);
--> statement-breakpoint
CREATE TABLE `agent_trade` (
	`key_id` text NOT NULL,
	`symbol` text NOT NULL,
	`day` integer NOT NULL,
	`base` text NOT NULL,
	`quote` text NOT NULL,
	PRIMARY KEY(`key_id`, `symbol`)
);
--> statement-breakpoint
CREATE TABLE `api_key` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`public_key` text NOT NULL,
	`scopes` text NOT NULL,
	`addresses` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_used_at` integer,
	`last_address` text DEFAULT '' NOT NULL,
	`generation` integer DEFAULT 0 NOT NULL,
	`previous` integer,
	`renewed_at` integer,
	`limits` text,
	`spent` text
);
--> statement-breakpoint
CREATE TABLE `channel_event` (
	`seq` integer PRIMARY KEY NOT NULL,
	`event` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `command` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`content` text NOT NULL,
	`outcome` text,
	`waiting` text
);
--> statement-breakpoint
CREATE INDEX `command_by_time` ON `command` (`at`);--> statement-breakpoint
CREATE INDEX `command_waiting` ON `command` (`id`) WHERE "command"."outcome" IS NULL;--> statement-breakpoint
CREATE TABLE `counter` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `freeze` (
	`id` integer PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL,
	`is_trading_frozen` integer NOT NULL,
	`is_withdrawal_frozen` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `key_day` (
	`key_id` text NOT NULL,
	`day` integer NOT NULL,
	`requests` integer NOT NULL,
	`orders` integer NOT NULL,
	`refusals` integer NOT NULL,
	PRIMARY KEY(`key_id`, `day`)
);
--> statement-breakpoint
CREATE TABLE `lease` (
	`id` integer PRIMARY KEY NOT NULL,
	`holder` text,
	`epoch` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `receipt_owed` (
	`id` text PRIMARY KEY NOT NULL,
	`body` text NOT NULL,
	`at` integer NOT NULL,
	`insurance` text DEFAULT '0' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `session` (
	`id` text PRIMARY KEY NOT NULL,
	`opened_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`device` text NOT NULL,
	`country` text DEFAULT '' NOT NULL,
	`city` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `timer` (
	`kind` text NOT NULL,
	`ref` text DEFAULT '' NOT NULL,
	`due_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `ref`)
);
--> statement-breakpoint
CREATE TABLE `turn_log` (
	`id` integer PRIMARY KEY NOT NULL,
	`changes` text NOT NULL,
	`balances` text DEFAULT '[]' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `watch_registration` (
	`feature` text NOT NULL,
	`symbol` text NOT NULL,
	`revision` integer NOT NULL,
	`told` integer NOT NULL,
	`low` integer,
	`high` integer,
	`next` integer,
	`after` integer NOT NULL,
	`long` text NOT NULL,
	`short` text NOT NULL,
	`house` text NOT NULL,
	`fees` text NOT NULL,
	`insurance` text NOT NULL,
	PRIMARY KEY(`feature`, `symbol`)
);
--> statement-breakpoint
CREATE TABLE `market_command` (
	`symbol` text NOT NULL,
	`seq` integer NOT NULL,
	`command` text NOT NULL,
	PRIMARY KEY(`symbol`, `seq`)
);
--> statement-breakpoint
CREATE TABLE `market_stream` (
	`symbol` text PRIMARY KEY NOT NULL,
	`command_seq` integer NOT NULL,
	`command_stored` integer NOT NULL,
	`message_seq` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `spot_fill` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_no` integer NOT NULL,
	`trade_no` integer NOT NULL,
	`symbol` text NOT NULL,
	`side` text NOT NULL,
	`role` text NOT NULL,
	`ticks` integer NOT NULL,
	`lots` integer NOT NULL,
	`fee` text NOT NULL,
	`at` integer NOT NULL,
	`is_of_house` integer NOT NULL,
	CONSTRAINT "spot_fill_ticks" CHECK(typeof("spot_fill"."ticks") = 'integer' AND "spot_fill"."ticks" BETWEEN 0 AND 9007199254740991),
	CONSTRAINT "spot_fill_lots" CHECK(typeof("spot_fill"."lots") = 'integer' AND "spot_fill"."lots" BETWEEN 0 AND 9007199254740991)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `spot_fill_by_order` ON `spot_fill` (`order_no`,`trade_no`);--> statement-breakpoint
CREATE TABLE `spot_order` (
	`order_no` integer PRIMARY KEY NOT NULL,
	`client_order_id` text,
	`symbol` text NOT NULL,
	`side` text NOT NULL,
	`kind` text NOT NULL,
	`ticks` integer NOT NULL,
	`lots` integer NOT NULL,
	`budget` text,
	`time_in_force` text NOT NULL,
	`is_post_only` integer NOT NULL,
	`self_trade` text NOT NULL,
	`state` text NOT NULL,
	`close_reason` text,
	`refusal` text,
	`refusal_facts` text,
	`lots_filled` integer NOT NULL,
	`quote_filled` text NOT NULL,
	`fee` text NOT NULL,
	`opened_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`amend_seq` integer,
	`amend_ticks` integer,
	`amend_lots` integer,
	`wallet` text,
	`agent` text,
	CONSTRAINT "spot_order_ticks" CHECK(typeof("spot_order"."ticks") = 'integer' AND "spot_order"."ticks" BETWEEN 0 AND 9007199254740991),
	CONSTRAINT "spot_order_lots" CHECK(typeof("spot_order"."lots") = 'integer' AND "spot_order"."lots" BETWEEN 0 AND 9007199254740991),
	CONSTRAINT "spot_order_filled" CHECK("spot_order"."budget" IS NOT NULL OR "spot_order"."lots_filled" <= "spot_order"."lots"),
	CONSTRAINT "spot_order_quote" CHECK(typeof("spot_order"."quote_filled") = 'text' AND ("spot_order"."quote_filled" = '0' OR ("spot_order"."quote_filled" GLOB '[1-9]*' AND "spot_order"."quote_filled" NOT GLOB '*[^0-9]*')))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `spot_order_client_order_id_unique` ON `spot_order` (`client_order_id`);--> statement-breakpoint
CREATE INDEX `spot_order_open` ON `spot_order` (`order_no`) WHERE "spot_order"."state" IN ('pending', 'open');--> statement-breakpoint
CREATE INDEX `spot_order_by_symbol` ON `spot_order` (`symbol`,`order_no`);--> statement-breakpoint
CREATE TABLE `stock_action_taken` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `watch` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`asset_id` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `watch_asset_id_unique` ON `watch` (`asset_id`);
--> statement-breakpoint
-- Triggers, which the schema files cannot say. `npm run db:generate` appends this file to the baseline migration.

-- A ledger is corrected by another entry, never by an edit: the store itself refuses.
CREATE TRIGGER entry_never_updated BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'entries are never edited'); END;
--> statement-breakpoint
CREATE TRIGGER entry_never_deleted BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'entries are never edited'); END;
--> statement-breakpoint
CREATE TRIGGER bill_never_updated BEFORE UPDATE ON bill BEGIN SELECT RAISE(ABORT, 'bills are never edited'); END;
--> statement-breakpoint
CREATE TRIGGER bill_never_deleted BEFORE DELETE ON bill BEGIN SELECT RAISE(ABORT, 'bills are never edited'); END;
--> statement-breakpoint
-- A turn is one statement, so it is whole or not at all without a transaction around it: its row brings its balances along,
-- and a balance that its table's CHECK refuses undoes the row.
CREATE TRIGGER balance_follows_turn AFTER INSERT ON turn_log WHEN NEW.balances <> '[]' BEGIN
  INSERT OR REPLACE INTO balance (wallet, asset_id, available, held)
    SELECT value ->> 'wallet', value ->> 'asset_id', value ->> 'available', value ->> 'held'
    FROM json_each(NEW.balances);
END;
