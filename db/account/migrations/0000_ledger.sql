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
CREATE TABLE `hold` (
	`ref` text PRIMARY KEY NOT NULL,
	`wallet` text NOT NULL,
	`asset_id` integer NOT NULL,
	`amount` text NOT NULL,
	CONSTRAINT "hold_amount" CHECK(typeof("hold"."amount") = 'text' AND ("hold"."amount" = '0' OR ("hold"."amount" GLOB '[1-9]*' AND "hold"."amount" NOT GLOB '*[^0-9]*')))
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
CREATE TABLE `session` (
	`id` text PRIMARY KEY NOT NULL,
	`opened_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`device` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `timer` (
	`name` text PRIMARY KEY NOT NULL,
	`due_at` integer NOT NULL
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
	CONSTRAINT "spot_order_ticks" CHECK(typeof("spot_order"."ticks") = 'integer' AND "spot_order"."ticks" BETWEEN 0 AND 9007199254740991),
	CONSTRAINT "spot_order_lots" CHECK(typeof("spot_order"."lots") = 'integer' AND "spot_order"."lots" BETWEEN 0 AND 9007199254740991),
	CONSTRAINT "spot_order_filled" CHECK("spot_order"."budget" IS NOT NULL OR "spot_order"."lots_filled" <= "spot_order"."lots"),
	CONSTRAINT "spot_order_quote" CHECK(typeof("spot_order"."quote_filled") = 'text' AND ("spot_order"."quote_filled" = '0' OR ("spot_order"."quote_filled" GLOB '[1-9]*' AND "spot_order"."quote_filled" NOT GLOB '*[^0-9]*')))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `spot_order_client_order_id_unique` ON `spot_order` (`client_order_id`);--> statement-breakpoint
CREATE INDEX `spot_order_open` ON `spot_order` (`order_no`) WHERE "spot_order"."state" IN ('pending', 'open');--> statement-breakpoint
CREATE INDEX `spot_order_by_symbol` ON `spot_order` (`symbol`,`order_no`);--> statement-breakpoint
CREATE TABLE `watch` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`asset_id` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `watch_asset_id_unique` ON `watch` (`asset_id`);