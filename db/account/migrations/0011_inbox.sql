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
