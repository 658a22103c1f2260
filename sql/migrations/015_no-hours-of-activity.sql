-- Hours of activity are counted no more.

DROP TABLE hourly_activity;
