; Included by electron-builder's installer for Windows.

; Offers Cutaway under "Open with", without taking the files from the program that opens them now.
!macro offerToOpen EXTENSION CLASS DESCRIPTION
  WriteRegStr SHELL_CONTEXT "Software\Classes\${CLASS}" "" "${DESCRIPTION}"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${CLASS}\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${CLASS}\shell\open\command" "" '"$appExe" "%1"'
  WriteRegNone SHELL_CONTEXT "Software\Classes\.${EXTENSION}\OpenWithProgids" "${CLASS}"
!macroend

!macro stopOffering EXTENSION CLASS
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.${EXTENSION}\OpenWithProgids" "${CLASS}"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\${CLASS}"
!macroend

!macro customInstall
  !insertmacro offerToOpen "md" "Cutaway.Markdown" "Markdown text"
  !insertmacro offerToOpen "fountain" "Cutaway.Screenplay" "Fountain screenplay"
!macroend

!macro customUnInstall
  !insertmacro stopOffering "md" "Cutaway.Markdown"
  !insertmacro stopOffering "fountain" "Cutaway.Screenplay"
  ; The app itself registers cutaway: links for the person who uses it. An update keeps them, and so does an
  ; uninstallation while the links belong to another copy of Cutaway.
  ${ifNot} ${isUpdated}
    ReadRegStr $R0 HKCU "Software\Classes\cutaway\shell\open\command" ""
    StrLen $R1 "$INSTDIR\"
    StrCpy $R0 $R0 $R1 1
    ${if} $R0 == "$INSTDIR\"
      DeleteRegKey HKCU "Software\Classes\cutaway"
    ${endIf}
  ${endIf}
!macroend
