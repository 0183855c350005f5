-- Why a video that was sent cannot be shown; null: from before that was kept, or it can be.
alter table messaging.media add column broken_reason text
  check (broken_reason in ('not_a_video', 'video_broken', 'no_video_track', 'codec', 'too_long')),
  add constraint broken_has_reason check (broken_reason is null or state in ('broken', 'gone'));
