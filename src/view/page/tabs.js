// The tabs of the page, by the ids of their panels.

export const kTabs = ['impacts', 'charts', 'display', 'cue', 'text'];
